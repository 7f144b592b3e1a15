import { testClient } from '../clients/client-tests.js'
import { python } from '../clients/languages.js'

testClient(python)
