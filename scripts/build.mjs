// npm run build: installs what is missing and builds the client, for `npm run start:production` here or elsewhere.
import { ensureLearned, ensurePackages, ensureWeb, say } from './setup.mjs'

ensurePackages()
ensureWeb()
ensureLearned()
say('The web client is in web/dist.')
