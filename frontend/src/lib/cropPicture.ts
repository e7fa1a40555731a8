const QUALITY = 0.9;

/**
 * Crops an image to `area`, at most `maxWidth` pixels wide.
 * @throws if the browser cannot read the image.
 */
export async function cropPicture(
  file: File,
  area: { x: number; y: number; width: number; height: number },
  maxWidth: number,
): Promise<File> {
  const bitmap = await createImageBitmap(file);
  const width = Math.min(maxWidth, Math.round(area.width));
  const height = Math.round((width * area.height) / area.width);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas to draw on');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, area.x, area.y, area.width, area.height, 0, 0, width, height);
  bitmap.close();
  const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg';
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
  if (!blob) throw new Error('The image could not be encoded');
  return new File([blob], file.name, { type });
}
