import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import { kyselyOver } from '../session/session.ts';

/** A parameter of a compiled statement: how its value follows from the input. */
class Picked<Input> {
  readonly pick: (input: Input) => unknown;

  constructor(pick: (input: Input) => unknown) {
    this.pick = pick;
  }
}

export type Given<Input> = (pick: (input: Input) => unknown) => RawBuilder<unknown>;

const compiler = kyselyOver(() => Promise.reject(new Error('this only compiles')));

/**
 * A statement of a frequent request, compiled once in a process: Kysely takes about 10 µs to compile one.
 *
 *     const byId = compiled<string, Row>((given) => sql`SELECT * FROM t WHERE id = ${given((id) => id)}`);
 *     const { rows } = await db.executeQuery(byId('t_1'));
 */
export function compiled<Input, Row = unknown>(
  build: (given: Given<Input>) => RawBuilder<Row>,
): (input: Input) => CompiledQuery<Row> {
  let known: CompiledQuery<Row> | undefined;
  return (input) => {
    known ??= build((pick) => sql.val(new Picked(pick))).compile(compiler);
    const values = known.parameters.map((parameter) =>
      parameter instanceof Picked ? parameter.pick(input) : parameter,
    );
    return CompiledQuery.raw(known.sql, values) as CompiledQuery<Row>;
  };
}
