/** The thread of the models: takes jobs and returns answers, one at a time. It ends on any error, by design. */
import { parentPort, workerData } from 'node:worker_threads';
import { loadAntiSpoof } from './anti-spoof.ts';
import { inspectCapture, isTilted } from './capture.ts';
import { loadFaceFinder } from './faces.ts';
import type { AnswerTo, Comparison, Inspection, Job, WorkerSettings } from './protocol.ts';

// The packages print greetings and warnings, but the output of the process is its log.
process.stdout.write = () => true;
process.stderr.write = () => true;

const { antiSpoof } = workerData as WorkerSettings;
const findFaces = await loadFaceFinder();
const realness = antiSpoof && (await loadAntiSpoof(antiSpoof));

async function compare(job: Job & { task: 'compare' }): Promise<Comparison> {
  const selfie = await findFaces(job.selfie, { describe: true });
  const reference = await findFaces(job.reference, { describe: true });
  const [a, b] = [selfie.descriptor, reference.descriptor];
  return {
    selfie: selfie.found,
    reference: reference.found,
    tilted: [selfie, reference].some(
      ({ descriptor, found, landmarks }) => descriptor && isTilted(found[0]!.box, landmarks),
    ),
    distance: a && b && Math.hypot(...a.map((value, i) => value - b[i]!)),
  };
}

async function inspect({ small, whole }: Job & { task: 'inspect' }): Promise<Inspection> {
  const scale = whole.width / small.width;
  const { found, landmarks } = await findFaces(small, { describe: false });
  const faces = found.map(({ box, confidence }) => ({
    confidence,
    box: {
      x: box.x * scale,
      y: box.y * scale,
      width: box.width * scale,
      height: box.height * scale,
    },
  }));
  const [face, ...others] = faces;
  if (!face || others.length > 0) return { faces, capture: undefined, real: undefined };
  const points = landmarks.map(({ x, y }) => ({ x: x * scale, y: y * scale }));
  const capture = inspectCapture(whole, face.box, points);
  const real = capture.faults.length === 0 ? await realness?.(whole, face.box) : undefined;
  return { faces, capture, real };
}

/** The first pictures take a second longer than others. This one runs all models except the last two. */
const blank = { data: new Uint8Array(64 * 64 * 3), width: 64, height: 64 };
await findFaces(blank, { describe: true });

parentPort!.on('message', (job: Job) => {
  void (async () => {
    const answer: AnswerTo<Job> = job.task === 'compare' ? await compare(job) : await inspect(job);
    parentPort!.postMessage(answer, []);
  })();
});
parentPort!.postMessage('ready', []);
