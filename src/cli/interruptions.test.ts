import { expect, test } from 'vitest';
import { asOperatorError } from './interruptions.ts';
import { StartError } from '../start/start-error.ts';

test('reports an error of the environment and the state of the work, and leaves other errors unchanged', () => {
  const gone = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' });
  const cut = asOperatorError(gone, 'what was done is kept') as StartError;
  expect(cut).toBeInstanceOf(StartError);
  expect(cut.message).toMatch(/^cannot use the database .*\nwhat was done is kept$/s);
  const unreadable = Object.assign(new Error('read'), { code: 'EIO', syscall: 'read' });
  expect(asOperatorError(unreadable, 'kept')).toMatchObject({
    message: 'cannot read the file (EIO)\nkept',
  });
  const other = new Error('a mistake');
  expect(asOperatorError(other, 'kept')).toBe(other);
});
