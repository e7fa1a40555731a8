/** Reads the file name of a `Content-Disposition` header, the encoded form first (RFC 6266). */
export function fileName(response: Response): string | undefined {
  const header = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  return encoded ? decodeURIComponent(encoded) : /filename="([^"]+)"/.exec(header)?.[1];
}

/** Creates a file from a binary response, with the file name of its headers. */
export const toFile = ({ data, response }: { data?: unknown; response: Response }): File => {
  const content = data as Blob;
  return new File([content], fileName(response) ?? 'document', { type: content.type });
};

/** Saves a file on the user's device. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
