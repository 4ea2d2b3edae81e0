/** Writes the part that a file has into the same file again and again, until it is killed. */
import { partIn, readPart, writePart } from '../../src/modules/screening/screen/start/part-file.ts';

const path = process.argv[2]!;
const [id, part] = [await partIn(path), await readPart(path)];
process.send!('writing');
for (;;) await writePart(path, id!, part!);
