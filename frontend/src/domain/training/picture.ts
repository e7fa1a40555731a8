/** Returns the URL of a training's picture for dense screens. */
export const densePicture = (url: string | null) => url && `${url}&density=2`;
