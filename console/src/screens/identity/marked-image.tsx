import { useEffect, useRef, type ReactNode } from 'react';
import { useMe } from '../../data/me.ts';
import { zonedText } from '../../texts/text.ts';
import { t } from '../../texts/screens/identity.ts';

/** The first characters of a JPEG, PNG or WebP file in base64. */
const IMAGE = /^(?:data:image\/[a-z]+;base64,)?((?:\/9j\/|iVBORw0KGgo|UklGR)[A-Za-z0-9+/]+=*)$/;
const MAX_WIDTH = 480;
/** The distance between two marks, in pixels. */
const STEP = 120;

/** Returns the bytes of an image in base64; undefined for any other text. */
export function imageIn(text: string): Uint8Array<ArrayBuffer> | undefined {
  const base64 = IMAGE.exec(text)?.[1];
  return base64 === undefined ? undefined : Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
}

function drawMarked(canvas: HTMLCanvasElement, image: ImageBitmap, mark: string): void {
  canvas.width = Math.min(image.width, MAX_WIDTH);
  canvas.height = Math.max(1, Math.round((image.height * canvas.width) / image.width));
  const context = canvas.getContext('2d')!;
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  context.font = '14px sans-serif';
  context.rotate(-0.4);
  for (let y = 0; y < canvas.height + canvas.width; y += STEP / 2)
    for (let x = -canvas.height; x < canvas.width; x += context.measureText(mark).width + STEP) {
      context.fillStyle = 'rgb(0 0 0 / 45%)';
      context.fillText(mark, x + 1, y + 1);
      context.fillStyle = 'rgb(255 255 255 / 55%)';
      context.fillText(mark, x, y);
    }
}

/** An image with the name of the person who looks at it, and the time, across all of it. */
export function MarkedImage({
  bytes,
  at,
}: {
  bytes: Uint8Array<ArrayBuffer>;
  at: string;
}): ReactNode {
  const { data: me } = useMe();
  const mark = t('reveal.mark', { who: me?.name ?? me?.id ?? '', at: zonedText(at) });
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isOpen = true;
    const draw = async (): Promise<void> => {
      const image = await createImageBitmap(new Blob([bytes]));
      if (isOpen && canvas.current) drawMarked(canvas.current, image, mark);
      image.close();
    };
    // A text that begins like an image but is not one leaves an empty canvas.
    draw().catch(() => {});
    return () => void (isOpen = false);
  }, [bytes, mark]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={t('reveal.image', { mark })}
      style={{ maxWidth: '100%' }}
    />
  );
}
