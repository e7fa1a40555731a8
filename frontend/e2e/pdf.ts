import encodeQR from 'qr';

interface Paper {
  text?: string;
  /** Text of the attachment `credential.jwt`. */
  credential?: string;
  /** Text of the QR code on the page. */
  code?: string;
}

/** Draws a QR code two centimetres wide, its modules as black squares. */
function squares(code: string): string {
  const modules = encodeQR(code, 'raw', { border: 1 });
  const size = 57 / modules.length;
  return modules
    .flatMap((row, y) =>
      row.map((dark, x) => (dark ? `${60 + x * size} ${160 - y * size} ${size} ${size} re` : '')),
    )
    .filter(Boolean)
    .concat('f')
    .join('\n');
}

/** Builds a PDF of one page, like a certificate. */
export function pdfOf({ text = '', credential, code }: Paper): Uint8Array {
  const content = [text && `BT /F1 24 Tf 60 700 Td (${text}) Tj ET`, code && squares(code)]
    .filter(Boolean)
    .join('\n');
  const stream = (dictionary: string, body: string) =>
    `<< ${dictionary} /Length ${body.length} >>\nstream\n${body}\nendstream`;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${
      credential ? '/Names << /EmbeddedFiles << /Names [(credential.jwt) 6 0 R] >> >>' : ''
    } >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    stream('', content),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Filespec /F (credential.jwt) /UF (credential.jwt) /EF << /F 7 0 R >> >>',
    stream('/Type /EmbeddedFile', credential ?? ''),
  ];
  let pdf = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  pdf += `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF`;
  return new TextEncoder().encode(pdf);
}
