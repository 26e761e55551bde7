// boardgame.io's own server, with a game as small as the tests' one. Arguments: port.
const { Server, Origins } = require("boardgame.io/server");
const game = require("./game.cjs");

Server({ games: [game], origins: [Origins.LOCALHOST] }).run(Number(process.argv[2]), () => console.log("up"));
