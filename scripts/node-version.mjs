// Imported before anything else, and written for any Node that knows modules: what follows needs 20.
var major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  process.stderr.write(
    '\nThis is Node ' +
      process.versions.node +
      '. Atrium starts with Node 20 or newer: install one from https://nodejs.org or by your system’s packages, and run the command again.\n',
  )
  process.exit(1)
}
