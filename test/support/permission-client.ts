import { expect } from 'vitest';
import type { Answer, CallOptions, TestApp, TestOrg } from './app.ts';

const BASE = '/api/v1/permissions';

export type Asked = { subject: string; capability: string; resource?: string };

/** Permissions of one organization over HTTP. Functions that create an object return its id. */
export function permissionClient(app: TestApp, { key }: Pick<TestOrg, 'key'>) {
  const call = (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
    app.call(method, BASE + path, { key, ...(body === undefined ? {} : { body }), ...options });
  const make = async (path: string, body: unknown): Promise<string> => {
    const answer = await call('POST', path, body);
    expect(answer.status, answer.text).toBeOneOf([200, 201]);
    return answer.body.data.id;
  };
  const remove = async (path: string): Promise<void> => {
    const answer = await call('DELETE', path);
    expect(answer.status, answer.text).toBe(200);
  };
  return {
    call,
    remove,
    module: (code: string, actions: string[]) => make('/modules', { code, name: code, actions }),
    role: (name: string, capabilities: string[], inherits: string[] = []) =>
      make('/roles', { name, capabilities, inherits }),
    assign: (subject: string, roleId: string) => make('/assignments', { subject, roleId }),
    policy: (policy: object) => make('/policies', policy),
    relate: (subject: string, relation: string, object: string) =>
      make('/relationships', { subject, relation, object }),
    ask: (question: Asked & { explain?: boolean }): Promise<Answer> =>
      call('POST', '/check', question),
    async may(subject: string, capability: string, resource?: string): Promise<boolean> {
      const question = { subject, capability, ...(resource === undefined ? {} : { resource }) };
      const answer = await call('POST', '/check', question);
      expect(answer.status, answer.text).toBe(200);
      return answer.body.data.allowed;
    },
  };
}

/** Expects a 4xx answer with this code. */
export function expectRefused(answer: Answer, status: number, code: string): void {
  expect([answer.status, answer.body?.error?.code], answer.text).toEqual([status, code]);
}
