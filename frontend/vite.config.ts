import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { bootPlugin } from './scripts/boot-plugin.ts';
import { chunkFileNames, chunkGroups, isFirst } from './scripts/chunks.ts';
import { messagesPlugin } from './scripts/messages-plugin.ts';
import { pagePlugin } from './scripts/page-plugin.ts';
import { precompressPlugin } from './scripts/precompress-plugin.ts';
import { workerPlugin } from './scripts/worker-plugin.ts';
import { brand } from './src/lib/brand.ts';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const target = 'es2022';
const gateway = process.env.ITQAN_PUBLIC_URL ?? 'http://localhost:8080';

const replacesModules = (file: string) =>
  /vi\.(mock|resetModules)\(/.test(readFileSync(source(`./${file}`), 'utf8'));
// Test files in one process share modules, so these run alone: they mock or reset modules that others have
// loaded, or load every page (permissions).
const isolated = [
  'src/app/permissions.test.tsx',
  ...readdirSync(source('./src'), { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name}`)
    .filter((file) => /\.test\.tsx?$/.test(file) && replacesModules(file)),
];

export default defineConfig({
  plugins: [
    react(),
    messagesPlugin(),
    bootPlugin(),
    pagePlugin(),
    workerPlugin(source('./src/sw/sw.ts'), target),
    precompressPlugin(),
    {
      name: 'itqan-brand',
      transformIndexHtml: (html) => html.replaceAll('%BRAND%', brand.en),
    },
  ],
  resolve: {
    alias: [
      { find: '@', replacement: source('./src') },
      // react-pdf and the app share the build for older browsers.
      { find: /^pdfjs-dist$/, replacement: 'pdfjs-dist/legacy/build/pdf.mjs' },
    ],
  },
  build: {
    target,
    modulePreload: {
      // Browsers without module preload load the files one after the other; the app still works.
      polyfill: false,
      // Preload a page's files, except those of the first load.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !isFirst(file)),
    },
    rolldownOptions: {
      // Emotion imports it for an unused function, and it does not declare itself free of side effects.
      treeshake: { moduleSideEffects: [{ test: /hoist-non-react-statics/, sideEffects: false }] },
      output: { chunkFileNames, codeSplitting: { groups: chunkGroups } },
    },
  },
  server: { proxy: { '/api': { target: gateway, changeOrigin: false } } },
  preview: { proxy: { '/api': { target: gateway, changeOrigin: false } } },
  test: {
    environment: 'jsdom',
    // The time zone of most users; tests of others stub it.
    env: { TZ: 'Asia/Riyadh' },
    setupFiles: ['./src/test/setup.ts'],
    projects: [
      // Modules are loaded once per process, which saves a quarter of the time.
      {
        extends: true,
        test: {
          name: 'app',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: isolated,
          isolate: false,
        },
      },
      // Projects run in alphabetical order. This one has the longest file, so it starts first.
      { extends: true, test: { name: 'alone', include: isolated, isolate: true } },
    ],
    // The default leaves one core idle, which is half of a machine with two.
    maxWorkers: '100%',
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    restoreMocks: true,
    unstubGlobals: true,
  },
});
