// Two sides kick in turn; each move changes a few fields of a position of thirty cells.
module.exports = {
  name: "duel",
  setup: () => ({ kicks: 0, goals: [0, 0], cells: Array.from({ length: 30 }, (_, n) => `p${n} at ${n * 7}`) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    kick: ({ G, ctx, random }) => {
      G.kicks += 1;
      G.goals[Number(ctx.currentPlayer)] += random.D6() === 6 ? 1 : 0;
      G.cells[G.kicks % 30] = `p${G.kicks} at ${G.kicks * 7}`;
    },
  },
};
