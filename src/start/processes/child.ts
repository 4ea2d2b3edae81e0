import cluster from 'node:cluster';
import type { Config } from '../../config/config.ts';
import { createLogger } from '../../platform/observability/logger.ts';
import { run } from '../serve.ts';
import type { Service } from '../service.ts';
import { endNow } from '../signals.ts';
import { failureOf } from '../start-error.ts';
import type { Answers, News, Order, Question } from './messages.ts';

/** Sends a message to the primary, if it is still alive. */
function tell(news: News): void {
  if (process.connected) process.send!(news);
}

async function answerTo(
  question: Question,
  service: Service | undefined,
): Promise<Answers[Question]> {
  if (question === 'metrics') return (await service?.metrics.registry.getMetricsAsJSON()) ?? [];
  return service ? service.readiness.problem() : 'the service is starting';
}

/**
 * Runs one of several processes of this machine. It listens on the shared port once it is ready, and stops when the
 * primary requests it or dies.
 */
export async function serveAsChild(config: Config): Promise<void> {
  const log = createLogger(config.logLevel, process.pid);
  let service: Service | undefined;
  // Otherwise Node.js would end this process immediately when the primary dies.
  cluster.worker!.exitedAfterDisconnect = true;
  const onPrimaryGone = (): void => void process.emit('SIGTERM', 'SIGTERM');
  process.once('disconnect', onPrimaryGone);
  // A stopping process would take this for a second signal, and end immediately.
  const stops = (): void => void process.off('disconnect', onPrimaryGone);
  process.once('SIGHUP', stops).once('SIGINT', stops).once('SIGTERM', stops);
  // A message to a primary that has just died is lost, and the channel then closes.
  process.on('error', (error) => log.debug({ err: error }, 'the primary process was not reached'));
  process.on('message', (order: Order) => {
    if (order.order === 'stop') process.emit(order.signal, order.signal);
    else if (order.order === 'end') void endNow(order.signal);
    else if (order.order === 'answer')
      answerTo(order.question, service).then(
        (answer) => tell({ news: 'answer', number: order.number, answer }),
        (error: unknown) => log.warn({ err: error }, 'the primary process did not get an answer'),
      );
  });
  try {
    await run(config, {
      log,
      listensLast: true,
      async ready(ready) {
        service = ready;
        tell({ news: 'ready', url: ready.url, demo: ready.demo });
      },
    });
  } catch (error) {
    // The primary reports the error to the operator, once for all children.
    const { message, exitCode } = failureOf(error);
    tell({ news: 'failed', message, exitCode });
    process.exitCode = exitCode;
  } finally {
    if (process.connected) process.disconnect!();
  }
}
