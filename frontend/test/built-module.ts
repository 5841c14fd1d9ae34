import { build, type PluginOption } from 'vite';

/** Builds a module as the page is built, with some of its plugins, and loads it. */
export const loadBuilt = async <T>(entry: string, plugins: PluginOption[]): Promise<T> => {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { lib: { entry, formats: ['es'] }, write: false, minify: false },
  });
  const [chunk] = Array.isArray(built) ? (built[0]?.output ?? []) : 'output' in built ? built.output : [];
  if (chunk?.type !== 'chunk') throw new Error('Vite built nothing.');
  return import(`data:text/javascript,${encodeURIComponent(chunk.code)}`);
};
