// The styles of the app, for tests that measure what is drawn.
import '../ui/styles.css'
