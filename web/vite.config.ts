import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type ProxyOptions } from 'vite'

const api: ProxyOptions = { target: `http://127.0.0.1:${process.env.PORT ?? '3000'}`, changeOrigin: false }

/** What the first paint needs is asked for at once: the Latin font and the chat page, which the entry would only find out about later. */
function preloads(): Plugin {
  return {
    name: 'atrium-preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.values(bundle ?? {}).flatMap((file) => {
          if (/geist-latin-wght-normal.*\.woff2$/.test(file.fileName))
            return {
              tag: 'link',
              attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file.fileName}` },
              injectTo: 'head' as const,
            }
          if (file.type === 'chunk' && file.facadeModuleId?.endsWith('/chat/chat-page.tsx'))
            return {
              tag: 'link',
              attrs: { rel: 'modulepreload', crossorigin: '', href: `/${file.fileName}` },
              injectTo: 'head' as const,
            }
          return []
        }),
    },
  }
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind(), preloads()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2024',
    assetsInlineLimit: 0,
    rolldownOptions: {
      // What every page needs, in two files: they compress better than thirty, and the packages' one changes with the lockfile only.
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /node_modules/, tags: ['$initial'] },
            { name: 'frame', tags: ['$initial'] },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': api,
      // POST /auth/logout and /auth/guest are calls; GET /auth is a page.
      '/auth': { ...api, bypass: (request) => (request.method === 'GET' ? '/index.html' : undefined) },
    },
  },
})
