import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Skip } from '../skips.ts';
import {
  CARGO_TARGET_DIR,
  DOCUMENT,
  goFolder,
  goModule,
  goTool,
  inNpm,
  inPython,
  npmFolder,
  npmTools,
  OAPI_CODEGEN,
  OGEN,
  openApiGenerator,
  ownNode,
  PROGRAMS,
  pythonTools,
  run,
  typescript,
} from './tools.ts';

type Command = [command: string, ...args: string[]];
export type Target = {
  name: string;
  /** Programs without which the target is skipped. */
  needs: string[];
  /** Checked and compiled before a change of the document is merged; `name` accepts that it is skipped. */
  gate?: Skip;
  /**
   * Generates and compiles in an empty folder. @returns a function that runs the program there; undefined if there is
   * none
   */
  make: (folder: string) => Promise<Command | undefined>;
};

function java(library: 'okhttp-gson' | 'native'): Target {
  return {
    name: `openapi-generator-java-${library}`,
    needs: ['python3', 'java', 'mvn'],
    gate: 'java',
    make: async (folder) => {
      // Otherwise it sends an empty list for each list that the program leaves out.
      const options = '--additional-properties=containerDefaultToNull=true';
      await openApiGenerator(folder, ['-g', 'java', '--library', library, options]);
      const sources = join(folder, 'src/main/java');
      await cp(join(PROGRAMS, 'java/Program.java'), join(sources, 'Program.java'));
      await cp(join(PROGRAMS, `java/Connection-${library}.java`), join(sources, 'Connection.java'));
      const goals = ['compile', 'dependency:build-classpath', '-Dmdep.outputFile=classpath'];
      await run('mvn', ['-q', '-B', ...goals], { cwd: folder, quiet: true });
      const path = `target/classes${delimiter}$(cat classpath)`;
      return ['sh', '-c', `exec java -cp "${path}" Program`];
    },
  };
}

export const targets: Target[] = [
  {
    name: 'redocly',
    needs: ['npm'],
    gate: 'registry',
    make: async (folder) => {
      await npmTools();
      const said = await run(inNpm('redocly'), ['lint', '--format=json', DOCUMENT], {
        cwd: folder,
        env: { ...ownNode, REDOCLY_TELEMETRY: 'off' },
      });
      const { totals } = JSON.parse(said) as { totals: { errors: number; warnings: number } };
      if (totals.errors + totals.warnings > 0) throw new Error(said);
      return undefined;
    },
  },
  {
    name: 'spectral',
    needs: ['npm'],
    gate: 'registry',
    make: async (folder) => {
      await npmTools();
      await writeFile(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
      const args = ['lint', '--fail-severity=hint', '-r', '.spectral.yaml', DOCUMENT];
      await run(inNpm('spectral'), args, { cwd: folder, env: ownNode });
      return undefined;
    },
  },
  {
    name: 'openapi-typescript',
    needs: ['npm'],
    make: async () => {
      await npmTools();
      // Below its packages, where the client finds them.
      const folder = join(npmFolder, 'openapi-typescript');
      await cp(join(PROGRAMS, 'openapi-typescript'), folder, { recursive: true });
      const args = [DOCUMENT, '-o', join(folder, 'schema.d.ts')];
      await run(inNpm('openapi-typescript'), args, { cwd: folder, env: ownNode });
      await typescript(folder);
      return [process.execPath, join(folder, 'built/program.js')];
    },
  },
  {
    name: 'hey-api-zod',
    needs: ['npm'],
    make: async () => {
      await npmTools();
      const folder = join(npmFolder, 'hey-api-zod');
      await cp(join(PROGRAMS, 'hey-api-zod'), folder, { recursive: true });
      const plugins = ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch', 'zod'];
      await writeFile(
        join(folder, 'openapi-ts.config.mjs'),
        `export default ${JSON.stringify({ input: DOCUMENT, output: { path: 'generated', module: { extension: '.js' } }, plugins })}`,
      );
      await run(inNpm('openapi-ts'), [], { cwd: folder, env: ownNode });
      await typescript(folder);
      return [process.execPath, join(folder, 'built/program.js')];
    },
  },
  {
    name: 'orval',
    needs: ['npm'],
    make: async () => {
      await npmTools();
      const folder = join(npmFolder, 'orval');
      await cp(join(PROGRAMS, 'orval'), folder, { recursive: true });
      // The client puts it into a template literal.
      const baseUrl = '${process.env.ORIKI_URL}/api/v1';
      const output = { target: 'generated.ts', client: 'fetch', mode: 'single', baseUrl };
      await writeFile(
        join(folder, 'orval.config.mjs'),
        `export default ${JSON.stringify({ oriki: { input: DOCUMENT, output } })}`,
      );
      await run(inNpm('orval'), ['--config', 'orval.config.mjs'], { cwd: folder, env: ownNode });
      await typescript(folder);
      return [process.execPath, join(folder, 'built/program.js')];
    },
  },
  {
    name: 'openapi-python-client',
    needs: ['python3'],
    make: async (folder) => {
      await pythonTools();
      const options = join(folder, 'options.yaml');
      await writeFile(options, 'post_hooks: []\n');
      const out = join(folder, 'generated');
      const args = ['generate', '--path', DOCUMENT, '--output-path', out, '--config', options];
      await run(inPython('openapi-python-client'), [...args, '--fail-on-warning'], { cwd: folder });
      await run(inPython('pip'), ['install', '-q', out], { cwd: folder });
      return [
        inPython('python'),
        '-W',
        'error',
        join(PROGRAMS, 'openapi-python-client/program.py'),
      ];
    },
  },
  {
    name: 'datamodel-code-generator',
    needs: ['python3'],
    make: async (folder) => {
      await pythonTools();
      const program = join(folder, 'program.py');
      await cp(join(PROGRAMS, 'datamodel-code-generator/program.py'), program);
      const args = ['--input', DOCUMENT, '--input-file-type', 'openapi'];
      const model = ['--output-model-type', 'pydantic_v2.BaseModel', '--formatters', 'builtin'];
      const out = ['--output', join(folder, 'oriki.py')];
      await run(inPython('datamodel-codegen'), [...args, ...model, ...out], {
        cwd: folder,
        quiet: true,
      });
      return [inPython('python'), '-W', 'error', program];
    },
  },
  {
    name: 'openapi-generator-python',
    needs: ['python3', 'java'],
    make: async (folder) => {
      await openApiGenerator(folder, ['-g', 'python', '--package-name', 'oriki_client']);
      // A separate environment, because both packages have the same name.
      await run('python3', ['-m', 'venv', 'env'], { cwd: folder });
      const python = join(folder, 'env/bin/python');
      await run(python, ['-m', 'pip', 'install', '-q', '.'], { cwd: folder });
      return [python, '-W', 'error', join(PROGRAMS, 'openapi-generator-python/program.py')];
    },
  },
  {
    name: 'openapi-generator-typescript-axios',
    needs: ['python3', 'java', 'npm'],
    make: async () => {
      await npmTools();
      const folder = join(npmFolder, 'typescript-axios');
      await cp(join(PROGRAMS, 'openapi-generator-typescript-axios'), folder, { recursive: true });
      const options = 'useSingleRequestParameter=true,importFileExtension=.js';
      await openApiGenerator(join(folder, 'generated'), [
        '-g',
        'typescript-axios',
        `--additional-properties=${options}`,
      ]);
      await typescript(folder);
      return [process.execPath, join(folder, 'built/program.js')];
    },
  },
  java('okhttp-gson'),
  java('native'),
  {
    name: 'openapi-generator-go',
    needs: ['python3', 'java', 'go'],
    gate: 'go',
    make: async (folder) => {
      // Values of enumerations are constants of the package, where several have the same.
      const options = 'enumClassPrefix=true,withGoMod=false';
      await openApiGenerator(join(folder, 'oriki'), [
        '-g',
        'go',
        '--package-name',
        'oriki',
        `--additional-properties=${options}`,
      ]);
      // These are tests of another module.
      await rm(join(folder, 'oriki/test'), { recursive: true });
      await goModule(folder, 'openapi-generator-go');
      return [join(folder, 'program')];
    },
  },
  {
    name: 'openapi-generator-rust',
    needs: ['python3', 'java', 'cargo'],
    gate: 'rust',
    make: async (folder) => {
      await openApiGenerator(folder, ['-g', 'rust', '--package-name', 'oriki_client']);
      await cp(join(PROGRAMS, 'openapi-generator-rust/main.rs'), join(folder, 'src/main.rs'));
      const tokio = ['add', '-q', 'tokio@=1.47.1', '--features', 'macros,rt'];
      await run('cargo', tokio, { cwd: folder });
      const env = { RUSTFLAGS: '-D warnings', CARGO_TARGET_DIR };
      await run('cargo', ['build', '-q'], { cwd: folder, env, quiet: true });
      return [join(CARGO_TARGET_DIR, 'debug/oriki_client')];
    },
  },
  {
    name: 'oapi-codegen',
    needs: ['go'],
    gate: 'go',
    make: async (folder) => {
      await goTool(OAPI_CODEGEN);
      await mkdir(join(folder, 'oriki'));
      const options = {
        package: 'oriki',
        generate: { models: true, client: true },
        output: 'oriki/oriki.go',
        // No operation uses the payloads of events.
        'output-options': { 'skip-prune': true },
      };
      // JSON is YAML.
      await writeFile(join(folder, 'options.yaml'), JSON.stringify(options));
      const args = ['-config', 'options.yaml', DOCUMENT];
      await run(join(goFolder, 'oapi-codegen'), args, { cwd: folder, quiet: true });
      await goModule(folder, 'oapi-codegen');
      return [join(folder, 'program')];
    },
  },
  {
    name: 'ogen',
    needs: ['go'],
    gate: 'go',
    make: async (folder) => {
      await goTool(OGEN);
      const args = ['--target', 'oriki', '--package', 'oriki', '--clean', DOCUMENT];
      await run(join(goFolder, 'ogen'), args, { cwd: folder });
      await goModule(folder, 'ogen');
      return [join(folder, 'program')];
    },
  },
];
