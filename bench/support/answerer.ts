/** A process that answers each question of its parent at once with the same hits, as one that screens for others would. */
const HIT = {
  entryId: 'gent_01ABCDEFGHJKMNPQRSTVWXYZ0',
  source: 'bench',
  score: 91,
  name: 'Adaeze Chukwuemeka Okonkwo',
  explanation: Array.from({ length: 3 }, () => ({ query: 'adaeze', listed: 'adaeze', score: 100 })),
};

process.on('message', ({ number }: { number: number }) => {
  process.send!({ number, hits: [HIT, HIT] });
});
process.send!({ number: 0, hits: [] });
