type Sharp = (typeof import('sharp'))['default'];

/**
 * The only loaders that libvips may use in this process, whatever type a file claims: SVG, TIFF and others are blocked.
 */
const LOADERS = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'];

let loading: Promise<Sharp> | undefined;

/** Loads the image library with the first image: a process without images saves 30 MB. */
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
