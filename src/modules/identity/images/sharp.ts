type Sharp = (typeof import('sharp'))['default'];

/** All that libvips may read in this process, whatever a file claims to be: SVG, TIFF and others are closed. */
const LOADERS = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'];

let loading: Promise<Sharp> | undefined;

/** The image library, loaded by the first image: a process that never sees one saves 30 MB. */
export function loadSharp(): Promise<Sharp> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
