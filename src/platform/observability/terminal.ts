/** Fields that every line has, and fields that people do not need. */
const LEFT_OUT = new Set(['level', 'time', 'msg', 'requestId', 'orgId', 'keyId', 'err']);

type Line = {
  level: string;
  time: string;
  msg?: string;
  operation?: string;
  status?: number;
  durationMs?: number;
  requestId?: string;
  err?: { type?: string; code?: string; message?: string };
} & Record<string, unknown>;

/** Returns `value` for a line of text, without control characters that would affect the terminal. */
function plain(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ');
}

function request({ operation, status = 0, durationMs, requestId }: Line): string {
  // The id links a caller's report with the lines about one request.
  const id = status >= 400 ? ` ${requestId}` : '';
  return `${status} ${operation} ${durationMs} ms${id}`;
}

function other(line: Line): string {
  const { err, msg } = line;
  const fields = Object.entries(line).filter(
    ([name, value]) => !LEFT_OUT.has(name) && value !== undefined,
  );
  const reason = err && [err.code, err.message ?? err.type].filter((part) => part).join(' ');
  const parts = [msg, ...fields.map(([name, value]) => `${name}=${plain(value)}`)];
  return parts.join(' ') + (reason ? `: ${plain(reason)}` : '');
}

/** Returns a JSON log line as a short line for people: local time, level unless it is `info`, message. */
export function shortLine(json: string): string {
  const line = JSON.parse(json) as Line;
  const time = new Date(line.time).toTimeString().slice(0, 8);
  const level = line.level === 'info' ? '' : `${line.level} `;
  return `${time} ${level}${plain(line.msg === 'request' ? request(line) : other(line))}\n`;
}
