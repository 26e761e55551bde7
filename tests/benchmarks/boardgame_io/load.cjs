// Tables with two players and a spectator each, against server.cjs. Arguments: port, the server's pid, tables, seconds,
// milliseconds between a player's turn and the move. Prints moves, the server's processor seconds, p50 and p95.
const fs = require("fs");
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const game = require("./game.cjs");

const [port, pid, tables, seconds, pace] = process.argv.slice(2).map(Number);
const url = `http://localhost:${port}`;
const sent = new Map();
let moves = 0;
let latencies = [];

function processor() {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").pop().split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function join(matchID, playerID) {
  const transport = { transports: ["websocket"] };
  const client = Client({ game, matchID, playerID, debug: false,
    multiplayer: SocketIO({ server: url, socketOpts: transport }) });
  let answered = -1;
  client.subscribe((state) => {
    if (!state || !state.isConnected || state.ctx.currentPlayer !== playerID || state._stateID <= answered) return;
    answered = state._stateID;
    const begun = sent.get(`${matchID} ${state.G.kicks}`);
    if (begun) latencies.push(performance.now() - begun);
    sent.delete(`${matchID} ${state.G.kicks}`);
    setTimeout(() => {
      sent.set(`${matchID} ${state.G.kicks + 1}`, performance.now());
      moves += 1;
      client.moves.kick();
    }, pace * (0.5 + Math.random()));
  });
  client.start();
}

const wait = (ms) => new Promise((done) => setTimeout(done, ms));

(async () => {
  for (let n = 0; n < tables; n += 1) {
    const matchID = `table${process.pid}-${n}`; // the server makes a match when somebody asks for it
    ["0", "1", undefined].forEach((player) => join(matchID, player));
  }
  while (moves < 3 * tables) await wait(100);
  latencies = [];
  const [before, begun] = [processor(), moves];
  await wait(seconds * 1000);
  const [spent, made] = [processor() - before, moves - begun];
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.floor(latencies.length * share)] || 0;
  console.log(JSON.stringify({ moves: made, cpu: spent, p50: at(0.5), p95: at(0.95) }));
  process.exit(0);
})();
