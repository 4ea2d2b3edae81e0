import { planGatesOf, routesIn, type Module } from '../../src/modules/module.ts';
import { errorsOf } from '../../src/platform/http/openapi/responses.ts';
import { API_PREFIX } from '../../src/platform/http/register.ts';
import type { Answer } from './app.ts';

/**
 * Returns a check that a route declares the error of its answer: an error that a handler throws and `errors` of its
 * route omits is missing from the API's document.
 */
export function namedErrors(modules: readonly Module<never>[]) {
  const planGates = planGatesOf(modules);
  const routes = routesIn(modules).map((route) => ({
    route,
    pattern: new RegExp(`^${API_PREFIX}${route.path.replaceAll(/:[A-Za-z]+/g, '[^/]+')}$`),
  }));
  // A literal path takes precedence over one with parameters.
  routes.sort((a, b) => a.route.path.split(':').length - b.route.path.split(':').length);
  return (method: string, url: string, { body }: Answer): void => {
    const code = body?.error?.code;
    if (code === undefined) return;
    const [path = ''] = url.split('?');
    // If the path has no such method, the answer belongs to no route.
    const named = routes.find(({ pattern }) => pattern.test(path))?.route.path;
    const found = routes.find(({ route }) => route.path === named && route.method === method);
    if (found && !errorsOf(found.route, planGates).includes(code))
      throw new Error(`${method} ${found.route.path} answers ${code}: name it in its "errors"`);
  };
}
