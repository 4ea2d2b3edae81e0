import type { Client } from 'pg';

/** One query for each kind of object of a schema ($1); each row is one line of text without the name of the schema. */
const OBJECTS: readonly string[] = [
  `SELECT format('relation %s %s %s %s %s row security %s %s: %s', relname, relkind, relpersistence, relreplident,
     reloptions, relrowsecurity, relforcerowsecurity, obj_description(oid, 'pg_class'))
   FROM pg_class WHERE relnamespace = $1::text::regnamespace AND relkind <> 'i'`,
  `SELECT format('column %s.%s %s %s %s %s collation %s storage %s: %s', relname, attname,
     row_number() OVER (PARTITION BY attrelid ORDER BY attnum), format_type(atttypid, atttypmod),
     CASE WHEN attnotnull THEN 'not null' END, pg_get_expr(adbin, adrelid), attcollation::regcollation, attstorage,
     col_description(attrelid, attnum))
   FROM pg_attribute JOIN pg_class AS c ON c.oid = attrelid
     LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
   WHERE relnamespace = $1::text::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped`,
  // A constraint of a new table is valid from the start.
  `SELECT format('constraint %s %s: %s', conrelid::regclass, conname,
     regexp_replace(pg_get_constraintdef(oid), ' NOT VALID$', ''))
   FROM pg_constraint WHERE connamespace = $1::text::regnamespace AND conrelid <> 0`,
  `SELECT format('index %s', pg_get_indexdef(indexrelid))
   FROM pg_index JOIN pg_class AS c ON c.oid = indexrelid WHERE relnamespace = $1::text::regnamespace`,
  `SELECT format('trigger %s %s', tgenabled, pg_get_triggerdef(t.oid))
   FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = tgrelid
   WHERE relnamespace = $1::text::regnamespace AND NOT tgisinternal`,
  `SELECT format('policy %s %s %s %s %s: %s; %s', relname, polname, polcmd, polpermissive,
     polroles = '{0}', pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
   FROM pg_policy JOIN pg_class AS c ON c.oid = polrelid WHERE relnamespace = $1::text::regnamespace`,
  `SELECT format('function %s: %s', pg_get_functiondef(oid), obj_description(oid, 'pg_proc'))
   FROM pg_proc WHERE pronamespace = $1::text::regnamespace`,
  `SELECT format('view %s: %s', relname, pg_get_viewdef(oid))
   FROM pg_class WHERE relnamespace = $1::text::regnamespace AND relkind = 'v'`,
];

/** Returns every object of a schema, one per line, in the order of the text; spaces in it do not count. */
export async function catalogueOf(client: Client, schema: string): Promise<string[]> {
  await client.query(`SET search_path = ${schema}`);
  const found: string[] = [];
  for (const text of OBJECTS) {
    const { rows } = await client.query<[string]>({ text, values: [schema], rowMode: 'array' });
    found.push(
      ...rows.map(([line]) => line.replaceAll(schema, 'SCHEMA').replaceAll(/\s+/g, ' ').trim()),
    );
  }
  return found.toSorted();
}
