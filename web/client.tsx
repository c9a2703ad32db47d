import './style/colours.css'
import './style/base.css'
import './style/layout.css'
import './style/parts.css'
import './style/items.css'
import './style/front.css'
import './style/charts.css'
import './style/sources.css'
import './style/docs.css'
import './style/list.css'
import './style/article.css'
import './style/story.css'
import './style/print.css'
import { startPage } from './navigation/start-page.tsx'
import { STATE_ID, type State } from './state.ts'

const root = document.getElementById('app')
const text = document.getElementById(STATE_ID)?.textContent
if (root !== null && typeof text === 'string') startPage(root, JSON.parse(text) as State)
