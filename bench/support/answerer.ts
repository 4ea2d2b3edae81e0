/**
 * A process that answers each message of its parent immediately with the same hits, as a process that screens for
 * others would.
 */
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
