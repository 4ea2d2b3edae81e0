/** The memory in use by a Node.js process after a garbage collection, in bytes. */
export type Memory = { heapUsed: number; external: number; resources: number };

/** Connects to a process with `--inspect` over the DevTools protocol. */
export async function openInspector(
  port: number,
): Promise<{ memory: () => Promise<Memory>; close: () => void }> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(targets[0]!.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown };
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  let serial = 0;
  const ask = (method: string, params: object = {}): Promise<unknown> =>
    new Promise((resolve) => {
      serial += 1;
      waiting.set(serial, resolve);
      socket.send(JSON.stringify({ id: serial, method, params }));
    });
  return {
    async memory() {
      await ask('HeapProfiler.collectGarbage');
      const expression = `JSON.stringify({...process.memoryUsage(), resources: process.getActiveResourcesInfo().length})`;
      const { result } = (await ask('Runtime.evaluate', { expression })) as {
        result: { value: string };
      };
      const { heapUsed, external, resources } = JSON.parse(result.value) as Memory;
      return { heapUsed, external, resources };
    },
    close: () => socket.close(),
  };
}
