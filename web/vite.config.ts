import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin, type ProxyOptions } from 'vite'
import { installable, withImports } from './installable.ts'

const api: ProxyOptions = { target: `http://127.0.0.1:${process.env.PORT ?? '3000'}`, changeOrigin: false }

/** What the first paint of the chat needs and the entry would only find out about later: asked for at once. */
function preloads(): Plugin {
  const link = (attrs: Record<string, string>): HtmlTagDescriptor => ({
    tag: 'link',
    attrs: { crossorigin: '', ...attrs },
    injectTo: 'head',
  })
  return {
    name: 'atrium-preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const files = Object.values(bundle)
        const chat = files.find(
          (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith('/chat/chat-page.tsx')),
        )
        const chunks = chat ? withImports(chat.fileName, bundle).filter((name) => !html.includes(name)) : []
        const font = files.find((file) => /geist-latin-wght-normal.*\.woff2$/.test(file.fileName))
        return [
          ...(font ? [link({ rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font.fileName}` })] : []),
          ...chunks.map((name) => link({ rel: 'modulepreload', href: `/${name}` })),
        ]
      },
    },
  }
}

/** A name that is set on a component keeps it in the first load, used or not: React Router's forms, fetchers and the like. */
function namelessRoutes(): Plugin {
  return {
    name: 'atrium-nameless-routes',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/react-router\/dist\/production\// },
      handler: (code) =>
        code
          .replace(/^\w+\.displayName = .*$/gm, '')
          .replace(/= (React(\$\d)?\.(forwardRef|createContext)\()/g, '= /* @__PURE__ */ $1'),
    },
  }
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind(), namelessRoutes(), preloads(), installable()],
  // rehype-katex brings an older one, whose classes our stylesheet does not know.
  resolve: { dedupe: ['katex'] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2024',
    assetsInlineLimit: 0,
    modulePreload: {
      // Every browser of this target knows <link rel=modulepreload>.
      polyfill: false,
      // Only a page is waited for: what the frame fetches ahead need not be named, with all that it imports, in the first load; nor
      // do files of a line or two, which their page finds by itself.
      resolveDependencies: (file, needs) =>
        needs.filter(
          (name) =>
            name.endsWith('.css') ||
            (/-(page|frame)-/.test(file) &&
              !/\/(with-texts|iso|seat-paths|triggers|somebody|dollars|readable)-/.test(name)),
        ),
    },
    rolldownOptions: {
      // What every page needs, in two files: they compress better than thirty, and the packages' one changes with the lockfile only.
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /node_modules/, tags: ['$initial'] },
            { name: 'frame', tags: ['$initial'] },
            // The first page's own, which other pages share parts of.
            {
              name: 'chat',
              test: /lucide-react\/.*\/(circle-alert|arrow-up|paperclip|square|chevron-down|message-square)\.|src\/chat\/(chat-page|composer(-menu|-drop)?|suggestions|use-(sending|thread)|messages-skeleton|thread-(context|actions)|(upload|draft)-store|model-names)\.tsx?$/,
            },
            // Else each would be a file of its own, wherever a page and the modules' set both have it.
            { name: 'icons', test: /node_modules\/lucide-react/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  // Packages of the modules' pages, found only once one opens, would make the page reload under whoever works on it.
  optimizeDeps: { entries: ['index.html', '../modules/*/web.tsx'] },
  server: {
    port: 5173,
    proxy: {
      '/api': api,
      // Below /auth are calls, of which those to and from an identity provider are made by GET; /auth itself is a page.
      '^/auth/.': api,
      '^/(healthz|readyz|metrics)$': api,
      '^/p/.': api,
    },
  },
})
