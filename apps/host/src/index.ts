import './abort-signal'
import { start } from './start'

// The first contents are painted before the last of the document may be there.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => void start(), { once: true })
else void start()
