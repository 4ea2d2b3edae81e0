/** Writes the part in a file into the same file repeatedly, until it is killed. */
import { partIn, readPart, writePart } from '../../src/modules/screening/screen/start/part-file.ts';

const path = process.argv[2]!;
const [id, part] = [await partIn(path), await readPart(path)];
process.send!('writing');
for (;;) await writePart(path, id!, part!);
