// Twice the largest size at which a picture is shown, for dense screens.
const MAX_PIXELS = 800;
const QUALITY = 0.9;

/**
 * The square `area` of an image as a file of its own, at most 800 pixels wide.
 *
 * @throws when the browser cannot read the image.
 */
export async function cropSquare(
  file: File,
  area: { x: number; y: number; width: number; height: number },
): Promise<File> {
  const bitmap = await createImageBitmap(file);
  const size = Math.min(MAX_PIXELS, Math.round(area.width));
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas to draw on');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, area.x, area.y, area.width, area.height, 0, 0, size, size);
  bitmap.close();
  const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg';
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
  if (!blob) throw new Error('The image could not be encoded');
  return new File([blob], file.name, { type });
}
