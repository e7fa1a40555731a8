import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { messagesPlugin } from '../scripts/messages-plugin.ts';

// The app's own configuration also writes the page, the service worker and the server's templates.
export default defineConfig({
  plugins: [messagesPlugin()],
  publicDir: false,
  resolve: {
    alias: [
      { find: '@', replacement: fileURLToPath(new URL('../src', import.meta.url)) },
      { find: /^pdfjs-dist$/, replacement: 'pdfjs-dist/legacy/build/pdf.mjs' },
    ],
  },
});
