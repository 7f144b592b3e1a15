// Made by test/openapi/client.test.ts of the OpenAPI document: npm run test:tools -- openapi/client -u

export interface paths {
    "/v1/kv/{namespaceId}/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a value
         * @description Takes a key of scope read or admin. Counts as one of the reads of the month.
         */
        get: operations["kv.get"];
        /**
         * Write a value with a time to live
         * @description Takes a key of scope write or admin. Counts as one of the writes of the month.
         */
        put: operations["kv.put"];
        post?: never;
        /**
         * Delete a key
         * @description Takes a key of scope write or admin. Counts as one of the deletes of the month.
         */
        delete: operations["kv.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/kv/{namespaceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys of a namespace
         * @description Takes a bearer token of the namespace's owner. Counts as one of the lists of the month.
         */
        get: operations["kv.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/usage/{namespaceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report this month's usage of a namespace
         * @description Takes a bearer token of the namespace's owner.
         */
        get: operations["usage.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ec/{storeId}/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a config entry
         * @description Takes a key of scope read or admin.
         */
        get: operations["config.get"];
        /**
         * Write a config entry
         * @description Takes a key of scope write or admin.
         */
        put: operations["config.put"];
        post?: never;
        /**
         * Delete a config entry
         * @description Takes a key of scope write or admin.
         */
        delete: operations["config.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ec/{storeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read all entries of a store
         * @description Takes a key of scope read or admin.
         */
        get: operations["config.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents, a page at a time
         * @description Takes a key of the document database.
         */
        get: operations["documents.list"];
        put?: never;
        /**
         * Create a document
         * @description Takes a key of the document database.
         */
        post: operations["documents.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{documentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one document
         * @description Takes a key of the document database.
         */
        get: operations["documents.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List projects, a page at a time
         * @description Takes a key of the document database.
         */
        get: operations["projects.list"];
        put?: never;
        /**
         * Create a project
         * @description Takes a key of the document database.
         */
        post: operations["projects.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This list
         * @description This list
         */
        get: operations["admin.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the emulator answers, its version, the SHA-256 of its contract, and the number of its grease if that is on
         * @description Whether the emulator answers, its version, the SHA-256 of its contract, and the number of its grease if that is on
         */
        get: operations["admin.health.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/shutdown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop the emulator, as SIGTERM does
         * @description Stop the emulator, as SIGTERM does: requests under way are answered, and --export-on-exit writes its file
         */
        post: operations["admin.shutdown.post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * OpenAPI 3.1 of the three services, as they are set at present, and of the admin interface
         * @description OpenAPI 3.1 of the three services, as they are set at present, and of the admin interface
         */
        get: operations["admin.openapi.json.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The built-in identity provider's public key
         * @description The built-in identity provider's public key; /.well-known/openid-configuration leads here
         */
        get: operations["admin.jwks.json.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The virtual clock
         * @description The virtual clock: now in ms, iso, mode and rate
         */
        get: operations["admin.clock.get"];
        put?: never;
        /**
         * Move it
         * @description Move it: {"advance": "1h30m"}, {"set": "2026-02-01"}, {"to": "next-expiry", "plus": "-1ms"}, {"rate": 60}, {"freeze": true}; "receipt": true reports what that crossed, "dryRun": true what it would
         */
        post: operations["admin.clock.post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go back to the seed
         * @description Go back to the seed: state, counters, ids, randomness, profile, clock, faults, journal. {"keep": ["clock", "faults", "requests"]} keeps those
         */
        post: operations["admin.reset.post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/seed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The seed that a reset goes back to, as JSON or (?format=yaml, or Accept) as YAML
         * @description The seed that a reset goes back to, as JSON or (?format=yaml, or Accept) as YAML; ?preview=20000 gives its first characters
         */
        get: operations["admin.seed.get"];
        /**
         * Make this the seed (YAML or JSON) and reset to it
         * @description Make this the seed (YAML or JSON) and reset to it; ?dryRun=true reports what that would change
         */
        put: operations["admin.seed.put"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The present state as a seed that gives it back, as JSON or (?format=yaml, or Accept) as YAML
         * @description The present state as a seed that gives it back, as JSON or (?format=yaml, or Accept) as YAML; ?at=r41 (or after:r41, an instant, start) gives the state of that moment, ?preview=20000 its first characters
         */
        get: operations["admin.state.get"];
        /**
         * Put the state of this seed (YAML or JSON) in place of the present one
         * @description Put the state of this seed (YAML or JSON) in place of the present one; a reset still goes back to the seed; ?dryRun=true reports what that would change
         */
        put: operations["admin.state.put"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Merge this seed into the present state
         * @description Merge this seed into the present state: what has an id joins what is there; relative times count from now; ?dryRun=true reports what that would change
         */
        patch: operations["admin.state.patch"];
        trace?: never;
    };
    "/_admin/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Namespaces, stores, projects, entries and documents whose id, key or title has this text in it, in capitals or not
         * @description Namespaces, stores, projects, entries and documents whose id, key or title has this text in it, in capitals or not: text=session:17, limit=20
         */
        get: operations["admin.find.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The faults in the order in which they are asked, with matches, hits and what remains
         * @description The faults in the order in which they are asked, with matches, hits and what remains
         */
        get: operations["admin.faults.get"];
        put?: never;
        /**
         * Add one fault or a list
         * @description Add one fault or a list: {"match": {"operation": "kv.*"}, "status": 503, "times": 2}, {"connection": "reset", "effect": "after"}, {"delay": "200ms"}
         */
        post: operations["admin.faults.post"];
        /**
         * Remove all faults
         * @description Remove all faults
         */
        delete: operations["admin.faults.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/faults/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One fault
         * @description One fault
         */
        get: operations["admin.faults.id.get"];
        put?: never;
        post?: never;
        /**
         * Remove a fault
         * @description Remove a fault
         */
        delete: operations["admin.faults.id.delete"];
        options?: never;
        head?: never;
        /**
         * Switch a fault off or on
         * @description Switch a fault off or on: {"enabled": false}; have it tried before another: {"before": "f_1"}, or last: {"before": null}
         */
        patch: operations["admin.faults.id.patch"];
        trace?: never;
    };
    "/_admin/held": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The requests that faults with hold
         * @description The requests that faults with hold: true hold, oldest first; fault=f_1, after=NUMBER, wait=1000 (ms, if there is none yet)
         */
        get: operations["admin.held.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/held/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a held request go on
         * @description Let a held request go on: {}; or end it as a fault would: {"status": 503}, {"connection": "reset"}
         */
        post: operations["admin.held.id.post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The journal, newest first
         * @description The journal, newest first; filters: text=session:17 (in paths, keys, credentials, reasons, ids and bodies), operation=kv.*, method=GET,PUT, path=/v1/kv/**, status=404,5xx, credential, outcome, fault, since (instant or request id), until (instant), slowerThan=200ms; sort=at (oldest first), sort=-waited (slowest first); before=r41 (the next page: what the list has after it), limit; count=true answers their number
         */
        get: operations["admin.requests.get"];
        put?: never;
        post?: never;
        /**
         * Drop all requests
         * @description Drop all requests; ids go on
         */
        delete: operations["admin.requests.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One request of the journal, with headers, bodies, and why it was answered so (explain)
         * @description One request of the journal, with headers, bodies, and why it was answered so (explain)
         */
        get: operations["admin.requests.id.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/requests.har": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The journal as HAR 1.2, oldest first, with the filters of GET /requests
         * @description The journal as HAR 1.2, oldest first, with the filters of GET /requests
         */
        get: operations["admin.requests.har.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/conduct": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the client under test does by the contract's client duties, each kept, broken (with the requests), not exercised, or such that it cannot be told
         * @description How the client under test does by the contract's client duties, each kept, broken (with the requests), not exercised, or such that it cannot be told; beside it TTLs below 60, the gaps that answers used, the share of each month's quota that this run used
         */
        get: operations["admin.conduct.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who sent the last 500 requests (limit), by credential and User-Agent, the busiest first
         * @description Who sent the last 500 requests (limit), by credential and User-Agent, the busiest first: how many, how many were refused, how often, what was asked for most; with the filters of GET /requests
         */
        get: operations["admin.clients.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the requests since the start or the last reset used, as the services count it, by operation and by namespace
         * @description What the requests since the start or the last reset used, as the services count it, by operation and by namespace; what a seed began with is not in it
         */
        get: operations["admin.usage.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/contract": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The gaps of the contract, with their present values, what else they may be, and the requests whose answers used them
         * @description The gaps of the contract, with their present values, what else they may be, and the requests whose answers used them
         */
        get: operations["admin.contract.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Server-Sent Events as things happen
         * @description Server-Sent Events as things happen: request (as the journal lists it), clock, fault (added, changed, removed, fired), reset, change (area and id of what an admin call changed); ?types=request,clock asks for those only. "dropped" counts what a slow reader missed. Last-Event-ID sends what came after that event first
         */
        get: operations["admin.events.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The snapshots of this world
         * @description The snapshots of this world
         */
        get: operations["admin.snapshots.get"];
        put?: never;
        /**
         * Keep all of the world but its journal
         * @description Keep all of the world but its journal: {"name": "before"}; one of that name is replaced
         */
        post: operations["admin.snapshots.post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/snapshots/{name}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go back to a snapshot
         * @description Go back to a snapshot: the same requests get the same answers again; ?dryRun=true reports what that would change
         */
        post: operations["admin.snapshots.name.restore.post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/snapshots/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a snapshot
         * @description Remove a snapshot
         */
        delete: operations["admin.snapshots.name.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/world": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where this world is reached
         * @description Where this world is reached: its base addresses, and for a world beside the default one the headers and the ending of API keys that select it
         */
        get: operations["admin.world.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/worlds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The worlds beside the default one, in the order of their making or sort=idleMs (used last comes first), sort=-requests, …
         * @description The worlds beside the default one, in the order of their making or sort=idleMs (used last comes first), sort=-requests, …: addresses, what each was made from, its age, clock and requests
         */
        get: operations["admin.worlds.get"];
        put?: never;
        /**
         * A complete, isolated emulator under /_worlds/{id}
         * @description A complete, isolated emulator under /_worlds/{id}: {"id": "w1", "from": "seed" or "current" or the name of a snapshot}, or {"at": "r41"} for the world as it was at a point of the history; "grease": 7 varies its answers
         */
        post: operations["admin.worlds.post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/worlds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a world
         * @description Remove a world; a name that you chose is free again
         */
        delete: operations["admin.worlds.id.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All that changed this world since its life began (its start, its last reset), newest first
         * @description All that changed this world since its life began (its start, its last reset), newest first: requests, and admin calls that change it; since=r41, until=after:r60 (points), kind=admin or request, limit=1000
         */
        get: operations["admin.history.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What differs between two moments, and what made it so
         * @description What differs between two moments, and what made it so: from=r41, to=after:r41 (points; start and now when left out), format=text for people
         */
        get: operations["admin.diff.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/namespaces/{id}/entries/{key}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who wrote, read, missed or deleted the entry, as far as the log goes back, and when it expires, oldest first
         * @description Who wrote, read, missed or deleted the entry, as far as the log goes back, and when it expires, oldest first; kind=deleted, limit=10 (the last of them), format=text for people
         */
        get: operations["admin.namespaces.id.entries.key.history.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/stores/{id}/entries/{key}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who wrote, read, missed or deleted the entry, as far as the log goes back, and when it expires, oldest first
         * @description Who wrote, read, missed or deleted the entry, as far as the log goes back, and when it expires, oldest first; kind=deleted, limit=10 (the last of them), format=text for people
         */
        get: operations["admin.stores.id.entries.key.history.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/documents/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who wrote, read, missed or deleted it, as far as the log goes back, oldest first
         * @description Who wrote, read, missed or deleted it, as far as the log goes back, oldest first; kind=deleted, limit=10 (the last of them), format=text for people
         */
        get: operations["admin.documents.id.history.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/projects/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who wrote, read, missed or deleted it, as far as the log goes back, oldest first
         * @description Who wrote, read, missed or deleted it, as far as the log goes back, oldest first; kind=deleted, limit=10 (the last of them), format=text for people
         */
        get: operations["admin.projects.id.history.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What time brings
         * @description What time brings: expiries, windows of faults, the end of the month and of tokens; from, to (points, or instants ahead), names=10 (of keys that expire)
         */
        get: operations["admin.timeline.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go back to before the last clock move, import, restore, reset or PUT/PATCH state
         * @description Go back to before the last clock move, import, restore, reset or PUT/PATCH state; {"to": "r41"} names another moment. An undo can be undone
         */
        post: operations["admin.undo.post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/bundle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This life of the world as one file, without signatures of tokens
         * @description This life of the world as one file, without signatures of tokens: `npx tristore-emulator replay FILE` runs it again and holds every answer to the one that was given
         */
        get: operations["admin.bundle.get"];
        put?: never;
        /**
         * Run a bundle again in a new world, which then goes on from its end, and hold every answer to the one that was given
         * @description Run a bundle again in a new world, which then goes on from its end, and hold every answer to the one that was given; it stops at the first that differs
         */
        post: operations["admin.bundle.post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/namespaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All namespaces
         * @description All namespaces: owner, limits (its own, and those in force), usage of this month, keys, number of entries
         */
        get: operations["admin.namespaces.get"];
        put?: never;
        /**
         * Create a namespace
         * @description Create a namespace: {"name": "shop", "owner": "user_local", "limits": {"reads": 1000}}; its id is generated
         */
        post: operations["admin.namespaces.post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/namespaces/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One namespace
         * @description One namespace
         */
        get: operations["admin.namespaces.id.get"];
        put?: never;
        post?: never;
        /**
         * Remove a namespace with its entries and keys
         * @description Remove a namespace with its entries and keys
         */
        delete: operations["admin.namespaces.id.delete"];
        options?: never;
        head?: never;
        /**
         * Change {"owner", "limits", "usage"}
         * @description Change {"owner", "limits", "usage"}: limits one by one (null takes the profile's again), counters of this month or by month ({"2025-12": {"reads": 7}})
         */
        patch: operations["admin.namespaces.id.patch"];
        trace?: never;
    };
    "/_admin/namespaces/{id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate a key
         * @description Generate a key: {"scope": "read" | "write" | "admin"}; "key" gives its text
         */
        post: operations["admin.namespaces.id.keys.post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/namespaces/{id}/keys/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key
         * @description Revoke a key: what is sent with it is refused from now on
         */
        delete: operations["admin.namespaces.id.keys.key.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/namespaces/{id}/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Its entries as in a seed, in order of insertion or sort=key, sort=-key, …
         * @description Its entries as in a seed, in order of insertion or sort=key, sort=-key, …: prefix=…, find=… in key or value, limit=100, after=<"next" of the page before>; counts nothing
         */
        get: operations["admin.namespaces.id.entries.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/namespaces/{id}/entries/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One entry
         * @description One entry; a slash in its key is written %2F
         */
        get: operations["admin.namespaces.id.entries.key.get"];
        /**
         * Create or replace an entry
         * @description Create or replace an entry: {"value": {"enabled": true}, "ttlSeconds": 3600}, or "json": "1.0" for the value, or "expiresAt"; counts nothing, and no quota holds it
         */
        put: operations["admin.namespaces.id.entries.key.put"];
        post?: never;
        /**
         * Remove an entry, live or expired
         * @description Remove an entry, live or expired; counts nothing
         */
        delete: operations["admin.namespaces.id.entries.key.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/stores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All config stores
         * @description All config stores: owner, keys, number of entries
         */
        get: operations["admin.stores.get"];
        put?: never;
        /**
         * Create a config store
         * @description Create a config store: {"name": "web", "owner": "user_local"}; its id is generated
         */
        post: operations["admin.stores.post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/stores/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One config store
         * @description One config store
         */
        get: operations["admin.stores.id.get"];
        put?: never;
        post?: never;
        /**
         * Remove a config store with its entries and keys
         * @description Remove a config store with its entries and keys
         */
        delete: operations["admin.stores.id.delete"];
        options?: never;
        head?: never;
        /**
         * Change its owner
         * @description Change its owner: {"owner": "user_alice"}
         */
        patch: operations["admin.stores.id.patch"];
        trace?: never;
    };
    "/_admin/stores/{id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate a key
         * @description Generate a key: {"scope": "read" | "write" | "admin"}; "key" gives its text
         */
        post: operations["admin.stores.id.keys.post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/stores/{id}/keys/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key
         * @description Revoke a key: what is sent with it is refused from now on
         */
        delete: operations["admin.stores.id.keys.key.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/stores/{id}/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Its entries as in a seed, in order of insertion or sort=key, sort=-key, …
         * @description Its entries as in a seed, in order of insertion or sort=key, sort=-key, …: prefix=…, find=… in key or value, limit=100, after=<"next" of the page before>; counts nothing
         */
        get: operations["admin.stores.id.entries.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/stores/{id}/entries/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One entry
         * @description One entry; a slash in its key is written %2F
         */
        get: operations["admin.stores.id.entries.key.get"];
        /**
         * Create or replace an entry
         * @description Create or replace an entry: {"value": {"text": "hello"}}, or "json": "1.0" for the value; "updatedAt" is now when left out; counts nothing, and no quota holds it
         */
        put: operations["admin.stores.id.entries.key.put"];
        post?: never;
        /**
         * Remove an entry, live or expired
         * @description Remove an entry, live or expired; counts nothing
         */
        delete: operations["admin.stores.id.entries.key.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/database": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The rate limit of the database, and how many keys, projects and documents it has
         * @description The rate limit of the database, and how many keys, projects and documents it has
         */
        get: operations["admin.database.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set the rate limit of each key
         * @description Set the rate limit of each key, {"rateLimit": {"requests": 60, "per": "1m"}}, or lift it, {"rateLimit": null}
         */
        patch: operations["admin.database.patch"];
        trace?: never;
    };
    "/_admin/database-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The keys of the database with their scopes
         * @description The keys of the database with their scopes; one without "projects" and "documents" sees everything
         */
        get: operations["admin.database-keys.get"];
        put?: never;
        /**
         * Generate a key of the database
         * @description Generate a key of the database: {"projects": [10], "documents": [1], "outOfScope": "empty" | "forbidden"}, or {} for one that sees everything; "key" gives its text
         */
        post: operations["admin.database-keys.post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/database-keys/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key of the database
         * @description Revoke a key of the database
         */
        delete: operations["admin.database-keys.key.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All documents as in a seed, in order of insertion or sort=id, sort=-id, …
         * @description All documents as in a seed, in order of insertion or sort=id, sort=-id, …: find=… in id or text, limit=100, after=<"next" of the page before>
         */
        get: operations["admin.documents.get"];
        put?: never;
        /**
         * Create a document
         * @description Create a document: {"title": "Intro script", "content": "print(1)", "project": 10}; its id is generated when left out
         */
        post: operations["admin.documents.post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One document
         * @description One document
         */
        get: operations["admin.documents.id.get"];
        /**
         * Create or replace a document
         * @description Create or replace a document
         */
        put: operations["admin.documents.id.put"];
        post?: never;
        /**
         * Remove a document
         * @description Remove a document; its id is not generated again
         */
        delete: operations["admin.documents.id.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All projects as in a seed, in order of insertion or sort=id, sort=-id, …
         * @description All projects as in a seed, in order of insertion or sort=id, sort=-id, …: find=… in id or text, limit=100, after=<"next" of the page before>
         */
        get: operations["admin.projects.get"];
        put?: never;
        /**
         * Create a project
         * @description Create a project: {"name": "Onboarding", "description": "Example scripts"}; its id is generated when left out
         */
        post: operations["admin.projects.post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One project
         * @description One project
         */
        get: operations["admin.projects.id.get"];
        /**
         * Create or replace a project
         * @description Create or replace a project
         */
        put: operations["admin.projects.id.put"];
        post?: never;
        /**
         * Remove a project
         * @description Remove a project; its id is not generated again
         */
        delete: operations["admin.projects.id.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A bearer token
         * @description A bearer token: {"sub": "user_local", "expiresIn": "1h", "claims": {…}}; without expiresIn it does not expire; its iss is the address asked, as /.well-known/openid-configuration names it
         */
        post: operations["admin.tokens.post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_admin/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the gaps of the contract behave
         * @description How the gaps of the contract behave: every option with its present value
         */
        get: operations["admin.profile.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change some options until the next reset
         * @description Change some options until the next reset: {"kv": {"putStatus": 201}}
         */
        patch: operations["admin.profile.patch"];
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        KvWrite: {
            /** @description Any JSON value. */
            value: unknown;
            /** @description Seconds to live; fewer than 60 become 60. */
            ttlSeconds: number;
        };
        KvWritten: {
            /** @constant */
            ok: true;
            key: string;
            /**
             * Format: int64
             * @description Seconds to live.
             */
            ttlSeconds: number;
            /**
             * Format: int64
             * @description Unix time in ms.
             */
            expiresAt: number;
        };
        KvValue: {
            /** @constant */
            ok: true;
            key: string;
            /** @description Any JSON value. */
            value: unknown;
            /**
             * Format: int64
             * @description Seconds to live.
             */
            ttlSeconds: number;
            /**
             * Format: int64
             * @description Unix time in ms.
             */
            expiresAt: number;
        };
        KvKeys: {
            /** @constant */
            ok: true;
            keys: components["schemas"]["KvKey"][];
        };
        KvKey: {
            key: string;
            /**
             * Format: int64
             * @description Seconds to live.
             */
            ttlSeconds: number;
            /**
             * Format: int64
             * @description Unix time in ms.
             */
            expiresAt: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            expiresAtIso: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
        };
        UsageRecord: {
            /** @constant */
            ok: true;
            namespaceId: string;
            /** @description The UTC month in force. */
            monthKey: string;
            limits: {
                /** Format: int64 */
                reads: number;
                /** Format: int64 */
                writes: number;
                /** Format: int64 */
                lists: number;
                /** Format: int64 */
                storageBytes: number;
            };
            usage: {
                /** Format: int64 */
                reads: number;
                /** Format: int64 */
                writes: number;
                /** Format: int64 */
                lists: number;
                /** Format: int64 */
                storageBytes: number;
                /** Format: int64 */
                deletes: number;
            };
        };
        ConfigWrite: {
            /** @description Any JSON value but null. */
            value: Record<string, never> | unknown[] | string | number | boolean;
        };
        ConfigWritten: {
            /** @constant */
            ok: true;
            key: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updatedAt: string;
        };
        ConfigValue: {
            /** @constant */
            ok: true;
            key: string;
            /** @description Any JSON value but null. */
            value: Record<string, never> | unknown[] | string | number | boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updatedAt: string;
        };
        ConfigValues: {
            /** @constant */
            ok: true;
            configs: {
                key: string;
                /** @description Any JSON value but null. */
                value: Record<string, never> | unknown[] | string | number | boolean;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                updatedAt: string;
            }[];
        };
        Document: {
            /** Format: int64 */
            id: number;
            title: string;
            content?: string;
        };
        NewDocument: {
            title: string;
            content?: string;
        };
        Project: {
            /** Format: int64 */
            id: number;
            name: string;
            description?: string;
        };
        NewProject: {
            name: string;
            description?: string;
        };
        Error: {
            /** @constant */
            ok: false;
            message: string;
            error?: string;
        };
        DatabaseError: {
            error: string;
            message: string;
        };
        Clock: {
            /**
             * Format: int64
             * @description Unix time in ms.
             */
            now: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            iso: string;
            /** @enum {string} */
            mode: "running" | "frozen";
            /** @description Virtual seconds a real second. */
            rate: number;
            /** @description The emulator's real time of the reading, in ms since 1970, if the clock is running. */
            realNow?: number;
        };
        Receipt: {
            /**
             * Format: int64
             * @description Unix time in ms.
             */
            from: number;
            /**
             * Format: int64
             * @description Unix time in ms.
             */
            to: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            fromIso: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            toIso: string;
            keysExpired: {
                /** Format: int64 */
                count: number;
                first: {
                    namespace: string;
                    key: string;
                    /**
                     * Format: int64
                     * @description Unix time in ms.
                     */
                    expiredAt: number;
                }[];
            };
            /** @description After a move back: expired keys that are live again. */
            keysRevived: {
                /** Format: int64 */
                count: number;
                first: {
                    namespace: string;
                    key: string;
                    /**
                     * Format: int64
                     * @description Unix time in ms.
                     */
                    expiredAt: number;
                }[];
            };
            monthsRolled: string[];
            /** Format: int64 */
            monthsRolledCount: number;
            /** @description After a move back: months that have not begun any more. */
            monthsUnrolled: string[];
            /** Format: int64 */
            monthsUnrolledCount: number;
            /** @description Namespaces whose counters show something else in the other month; those that change the most come first. */
            countersChanged: {
                /** Format: int64 */
                count: number;
                first: {
                    namespace: string;
                    before: {
                        /** Format: int64 */
                        reads: number;
                        /** Format: int64 */
                        writes: number;
                        /** Format: int64 */
                        deletes: number;
                        /** Format: int64 */
                        lists: number;
                    };
                    after: {
                        /** Format: int64 */
                        reads: number;
                        /** Format: int64 */
                        writes: number;
                        /** Format: int64 */
                        deletes: number;
                        /** Format: int64 */
                        lists: number;
                    };
                }[];
            };
            faultWindows: {
                begun: string[];
                ended: string[];
                /** @description After a move back: had ended, and has not any more. */
                reopened: string[];
                /** @description After a move back: had begun, and is in the future again. */
                unbegun: string[];
            };
        };
        Changes: {
            /** Format: int64 */
            count: number;
            first: {
                path: string;
                /** @enum {string} */
                kind: "added" | "removed" | "changed";
                before?: unknown;
                after?: unknown;
            }[];
        };
        InstalledFault: {
            id: string;
            enabled: boolean;
            /**
             * Format: int64
             * @description How many calls it was for.
             */
            matches: number;
            /**
             * Format: int64
             * @description How often it fired.
             */
            hits: number;
            /** @description How often it will still fire; null without a bound. */
            remaining: number | null;
            match?: {
                operation?: string;
                method?: string;
                path?: string;
                namespace?: string;
                store?: string;
                key?: string;
                credential?: string;
                header?: {
                    [key: string]: string;
                };
            };
            status?: number;
            /** @description Any JSON value. */
            body?: unknown;
            headers?: {
                [key: string]: string;
            };
            retryAfter?: number;
            delay?: number | {
                /** @description Real ms. */
                min: number;
                /** @description Real ms. */
                max: number;
            };
            /** @enum {string} */
            connection?: "reset" | "close" | "hang" | "truncate" | "cut" | "garbage";
            /** @enum {string} */
            effect?: "before" | "after";
            hold?: boolean;
            /** Format: int64 */
            after?: number;
            /** Format: int64 */
            times?: number;
            probability?: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            from?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            until?: string;
            /** @description Lets a test pass without its having fired. */
            optional?: boolean;
        };
        HeldRequest: {
            request: string;
            operation: string | null;
            method: string;
            path: string;
            party: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            since: string;
            fault: string;
            /** Format: int64 */
            number: number;
        };
        RequestSummary: {
            id: string;
            /**
             * Format: int64
             * @description Unix time in ms.
             */
            at: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            atIso: string;
            /** @description null if the contract shows no such operation. */
            operation: ("kv.put" | "kv.get" | "kv.list" | "kv.delete" | "usage.get" | "config.put" | "config.get" | "config.list" | "config.delete" | "documents.list" | "documents.create" | "documents.get" | "projects.list" | "projects.create") | null;
            method: string;
            path: string;
            /** @description null if a fault left no answer. */
            status: number | null;
            /** @description "ok", what it was refused for, or "fault" if a fault kept it from being judged. */
            outcome: string;
            credential: string | null;
            /** @description Real ms. */
            durationMs: number;
            reason?: string;
            absence?: string;
            /** @description How the client's clock is not the world's, by its Date header or its token's iat: more than a minute off. */
            otherTime?: string;
            fault?: string;
            /** Format: int64 */
            lostStatus?: number;
            /** @description Real ms for which a fault held it back; so far, while it is waiting. */
            heldMs?: number;
            /**
             * @description How that ended: the client was answered, its connection broken, or it left (aborted).
             * @enum {string}
             */
            ended?: "waiting" | "answered" | "broken" | "aborted";
            /**
             * @description What the fault did to the connection, if it broke it or never answered.
             * @enum {string}
             */
            connection?: "reset" | "close" | "hang" | "truncate" | "cut" | "garbage";
        };
        RequestDetails: components["schemas"]["RequestSummary"] & {
            /** @description Real ms from the start of the process to its arrival: their differences are what counts. */
            arrivedMs: number;
            target: string;
            /** @description Name and value, in order; signatures of tokens are left out. */
            requestHeaders: string[][];
            /** @description Name and value, in order; signatures of tokens are left out. */
            responseHeaders: string[][];
            explain: components["schemas"]["Explanation"];
            requestBody?: {
                text: string;
                /** Format: int64 */
                bytes: number;
            };
            responseBody?: {
                text: string;
                /** Format: int64 */
                bytes: number;
            };
            /** @description Why the bodies are not there: the bound that they met. */
            bodies?: string;
        };
        Explanation: {
            gates: ({
                gate: string;
                /** @enum {string} */
                result: "passed" | "refused" | "not reached";
            } & {
                [key: string]: number;
            })[];
            /** @description The options of the profile that the answer used. */
            gaps: {
                [key: string]: unknown;
            };
            entry?: string;
            fault?: {
                id: string;
                text: string;
                /** Format: int64 */
                lostStatus?: number;
            };
        };
        HarEntry: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            startedDateTime: string;
            time: number;
            request: {
                method: string;
                url: string;
                httpVersion: string;
            };
            response: {
                /** Format: int64 */
                status: number;
                statusText: string;
                httpVersion: string;
            };
            cache: Record<string, never>;
            timings: {
                send: number;
                wait: number;
                receive: number;
            };
            comment?: string;
        };
        Conduct: {
            duties: {
                id: string;
                duty: string;
                section: string;
                /** @enum {string} */
                verdict: "kept" | "broken" | "not exercised" | "cannot be told";
                /** Format: int64 */
                occasions: number;
                /** Format: int64 */
                breaches: number;
                /** Format: int64 */
                undecided: number;
                wrong: string[];
                doubts: string[];
                /** @description Ids of requests in the journal. */
                requests: string[];
            }[];
            shortTtls: {
                /** Format: int64 */
                count: number;
                /** @description null if none was. */
                leastSeconds: number | null;
                /** @description Ids of requests in the journal. */
                requests: string[];
            };
            gaps: {
                option: string;
                values: unknown[];
                /** Format: int64 */
                count: number;
                /** @description Ids of requests in the journal. */
                requests: string[];
            }[];
            quotas: {
                namespaceId: string;
                monthKey: string;
                /** @enum {string} */
                quantity: "reads" | "writes" | "lists";
                /** Format: int64 */
                used: number;
                /** Format: int64 */
                limit: number;
                share: number;
            }[];
            /** Format: int64 */
            judged: number;
            /** Format: int64 */
            dropped: number;
        };
        Client: {
            credential: string | null;
            /** @description Empty if it sent none. */
            userAgent: string;
            /** Format: int64 */
            requests: number;
            /**
             * Format: int64
             * @description Those that were answered 4xx or 5xx, or not at all.
             */
            refused: number;
            /** @description Of virtual time; null if all came at one instant. */
            perMinute: number | null;
            /** @description What it asked for most. */
            most: {
                method: string;
                path: string;
                /** Format: int64 */
                count: number;
            };
            /** @description ms from an answer to its next request, real or virtual: the larger. */
            shortestPauseMs: number | null;
            lastId: string;
        };
        Usage: {
            /** @description Requests that counted, by operation. */
            operations: {
                /** Format: int64 */
                "kv.put"?: number;
                /** Format: int64 */
                "kv.get"?: number;
                /** Format: int64 */
                "kv.list"?: number;
                /** Format: int64 */
                "kv.delete"?: number;
                /** Format: int64 */
                "usage.get"?: number;
                /** Format: int64 */
                "config.put"?: number;
                /** Format: int64 */
                "config.get"?: number;
                /** Format: int64 */
                "config.list"?: number;
                /** Format: int64 */
                "config.delete"?: number;
                /** Format: int64 */
                "documents.list"?: number;
                /** Format: int64 */
                "documents.create"?: number;
                /** Format: int64 */
                "documents.get"?: number;
                /** Format: int64 */
                "projects.list"?: number;
                /** Format: int64 */
                "projects.create"?: number;
            };
            namespaces: {
                [key: string]: {
                    /** Format: int64 */
                    reads: number;
                    /** Format: int64 */
                    writes: number;
                    /** Format: int64 */
                    lists: number;
                    /** Format: int64 */
                    deletes: number;
                    /** @description The share of the month's limit, or of the storage limit, from 0 to 1. */
                    share: {
                        reads?: number;
                        writes?: number;
                        lists?: number;
                        storageBytes?: number;
                    };
                    /**
                     * Format: int64
                     * @description The most that was stored before or after a put.
                     */
                    storageBytes?: number;
                };
            };
        };
        Gap: {
            /** @description A path in the profile. */
            option: string;
            meaning: string;
            value: unknown;
            default: unknown;
            /** @description Its values, or what it must be, in words. */
            allowed: unknown[] | string;
            leanedOn: {
                /** Format: int64 */
                count: number;
                /** @description Ids of requests in the journal. */
                requests: string[];
            };
        };
        Snapshot: {
            name: string;
            /**
             * Format: int64
             * @description Unix time in ms.
             */
            at: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            atIso: string;
            /** @description How much it holds. */
            sizes: {
                /** Format: int64 */
                namespaces: number;
                /** Format: int64 */
                entries: number;
                /** Format: int64 */
                stores: number;
                /** Format: int64 */
                configs: number;
                /** Format: int64 */
                projects: number;
                /** Format: int64 */
                documents: number;
            };
        };
        Restored: {
            name: string;
            /**
             * Format: int64
             * @description Unix time in ms.
             */
            at: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            atIso: string;
            /** @description How much it holds. */
            sizes: {
                /** Format: int64 */
                namespaces: number;
                /** Format: int64 */
                entries: number;
                /** Format: int64 */
                stores: number;
                /** Format: int64 */
                configs: number;
                /** Format: int64 */
                projects: number;
                /** Format: int64 */
                documents: number;
            };
            changes?: components["schemas"]["Changes"];
        };
        Connection: {
            baseUrl: string;
            dbBaseUrl: string;
            adminUrl: string;
            /** @description What else selects it; left out for the default world. */
            world?: {
                id: string;
                traceparent: string;
                baggage: string;
                keyEnding: string;
            };
        };
        ListedWorld: {
            id: string;
            baseUrl: string;
            dbBaseUrl: string;
            adminUrl: string;
            traceparent: string;
            /** @description "seed", "current", the name of a snapshot, a point of the history, or "bundle". */
            from: string;
            /** @description Real ms since it was made. */
            ageMs: number;
            /** @description Real ms since its last request, or since it was made if it had none. */
            idleMs: number;
            clock: components["schemas"]["Clock"];
            /**
             * Format: int64
             * @description Requests to it, in its journal or dropped.
             */
            requests: number;
        };
        World: {
            id: string;
            baseUrl: string;
            dbBaseUrl: string;
            adminUrl: string;
            traceparent: string;
        };
        RequestCommand: {
            /** @constant */
            kind: "request";
            id: string;
            /**
             * Format: int64
             * @description Unix time in ms.
             */
            at: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            atIso: string;
            method: string;
            target: string;
            operation?: string | null;
            status?: number | null;
            outcome?: string;
            /**
             * @description It was held: here that begins, or ends so.
             * @enum {string}
             */
            hold?: "begins" | "released" | "gone" | "stopped" | "no room";
        };
        AdminCommand: {
            /** @constant */
            kind: "admin";
            id: string;
            /**
             * Format: int64
             * @description Unix time in ms.
             */
            at: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            atIso: string;
            method: string;
            path: string;
            /** @enum {string} */
            area: "clock" | "state" | "faults" | "profile" | "namespaces" | "stores" | "database" | "database-keys" | "documents" | "projects" | "requests" | "snapshots";
            behind?: string;
            changed?: string;
            body?: string;
            /**
             * Format: int64
             * @description Unix time in ms.
             */
            clock?: number;
        };
        Beginning: {
            /**
             * Format: int64
             * @description Unix time in ms.
             */
            at: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            atIso: string;
            /** @enum {string} */
            by: "start" | "reset";
            behind?: string;
        };
        StateChange: {
            /** @description A JSON Pointer. */
            path: string;
            /** @enum {string} */
            kind: "added" | "removed" | "changed";
            /** @description The command that did it, "expiry", or "time". */
            by: string;
            before?: unknown;
            after?: unknown;
        };
        LifeEvent: {
            /** @enum {string} */
            kind: "written" | "read" | "missed" | "deleted" | "expired" | "expires";
            /**
             * Format: int64
             * @description Unix time in ms.
             */
            at: number;
            /** @description The command, "expiry", or "start" for what was there when the log begins. */
            by: string;
            atIso?: string;
            credential?: string;
            value?: unknown;
        };
        Timeline: {
            /**
             * Format: int64
             * @description Unix time in ms.
             */
            from: number;
            /**
             * Format: int64
             * @description Unix time in ms.
             */
            to: number;
            /**
             * Format: int64
             * @description Unix time in ms.
             */
            now: number;
            faults: {
                id: string;
                enabled: boolean;
                /**
                 * Format: int64
                 * @description Unix time in ms.
                 */
                from?: number;
                /**
                 * Format: int64
                 * @description Unix time in ms.
                 */
                until?: number;
            }[];
            /** @description Entries that have expired and are still kept. */
            expired: {
                /** Format: int64 */
                count: number;
                /** @description Those nearest to the present. */
                first: {
                    namespace: string;
                    key: string;
                    /**
                     * Format: int64
                     * @description Unix time in ms.
                     */
                    at: number;
                }[];
            };
            /** @description Entries that will expire. */
            expiries: {
                /** Format: int64 */
                count: number;
                /** @description Those nearest to the present. */
                first: {
                    namespace: string;
                    key: string;
                    /**
                     * Format: int64
                     * @description Unix time in ms.
                     */
                    at: number;
                }[];
            };
            /** @description The next end of a month, with the counters that fall to 0. */
            months: {
                /**
                 * Format: int64
                 * @description Unix time in ms.
                 */
                at: number;
                namespaces: {
                    id: string;
                    /** Format: int64 */
                    reads: number;
                    /** Format: int64 */
                    writes: number;
                    /** Format: int64 */
                    deletes: number;
                    /** Format: int64 */
                    lists: number;
                }[];
            }[];
            /** @description Ends of bearer tokens that were sent. */
            tokens: {
                /**
                 * Format: int64
                 * @description Unix time in ms.
                 */
                at: number;
                sub: string;
                by: string;
            }[];
        };
        Undone: {
            undone: string;
            /** Format: int64 */
            requests: number;
            /**
             * Format: int64
             * @description Unix time in ms.
             */
            now: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            iso: string;
        };
        Bundle: {
            /** @enum {string} */
            format: "tristore-bundle/3";
            version: string;
            /**
             * Format: int64
             * @description Unix time in ms.
             */
            at: number;
            options: {
                grease: number | null;
                bounds: {
                    /** Format: int64 */
                    requests: number;
                    /** Format: int64 */
                    faults: number;
                    /** Format: int64 */
                    worlds: number;
                    /** Format: int64 */
                    snapshots: number;
                };
            };
            /** @description The world before the first command. */
            beginning: components["schemas"]["Seed"];
            commands: ({
                /** @constant */
                kind: "request";
                id: string;
                /**
                 * Format: int64
                 * @description Unix time in ms.
                 */
                at: number;
                method: string;
                target: string;
                httpVersion: string;
                origin: string;
                prefix: string;
                headers: string[][];
                body?: string;
                /** @description In place of body, if that is not text. */
                bodyBase64?: string;
                bodyIsTooLarge?: boolean;
                /** @description What its bearer token was found to be. */
                token?: {
                    identity: unknown;
                    usedSettings: boolean;
                    usedClock: boolean;
                };
                /** @description The interfaces that had a port of their own. */
                elsewhere?: {
                    kv?: string;
                    config?: string;
                    documents?: string;
                };
                /** @description It was held here: its answer is with the command that ended that. */
                held?: boolean;
                /** @description It was held: here that ended, as release says, and it got its answer. */
                holdEnd?: {
                    /** @description What held it. */
                    fault: unknown;
                    release: unknown;
                };
            } | {
                /** @constant */
                kind: "admin";
                id: string;
                /**
                 * Format: int64
                 * @description Unix time in ms.
                 */
                at: number;
                area: string;
                method: string;
                path: string;
                changed?: string;
                body?: string;
                /** @description The world after it, if it replaced the world. */
                state?: components["schemas"]["Seed"];
            })[];
            /** @description In the order of the commands that gave them. */
            answers: {
                id: string;
                status: number | null;
                /** @description A hash of its status, whole head and body. */
                hash: string;
                /** @description The beginning of its body. */
                body?: string;
            }[];
        };
        Replay: components["schemas"]["World"] & {
            run: {
                /** Format: int64 */
                requests: number;
                /** Format: int64 */
                calls: number;
                /** @description The first command that did not do what it had done. */
                difference?: {
                    /** @enum {string} */
                    kind: "request" | "admin";
                    id: string;
                    method: string;
                    target?: string;
                    path?: string;
                    expected?: {
                        id: string;
                        status: number | null;
                        /** @description A hash of its status, whole head and body. */
                        hash: string;
                        /** @description The beginning of its body. */
                        body?: string;
                    };
                    got?: {
                        id: string;
                        status: number | null;
                        /** @description A hash of its status, whole head and body. */
                        hash: string;
                        /** @description The beginning of its body. */
                        body?: string;
                    };
                    changes?: unknown[];
                };
            };
            /** @description The id of the last request that was run. */
            lastRequest?: string;
        };
        Namespace: {
            id: string;
            namespaceId: string;
            owner: string;
            /** @description Its own limits. */
            limits: {
                /** Format: int64 */
                reads?: number;
                /** Format: int64 */
                writes?: number;
                /** Format: int64 */
                lists?: number;
                /** Format: int64 */
                storageBytes?: number;
            };
            /** @description With those that the profile gives. */
            limitsInForce: {
                /** Format: int64 */
                reads: number;
                /** Format: int64 */
                writes: number;
                /** Format: int64 */
                lists: number;
                /** Format: int64 */
                storageBytes: number;
            };
            monthKey: string;
            usage: {
                /** Format: int64 */
                reads: number;
                /** Format: int64 */
                writes: number;
                /** Format: int64 */
                lists: number;
                /** Format: int64 */
                storageBytes: number;
                /** Format: int64 */
                deletes: number;
            };
            keys: components["schemas"]["ScopedKey"][];
            entries: {
                /** Format: int64 */
                live: number;
                /** Format: int64 */
                expired: number;
            };
        };
        ScopedKey: {
            key: string;
            /** @enum {string} */
            scope: "read" | "write" | "admin";
        };
        StoredEntry: {
            key: string;
            /** Format: int64 */
            ttlSeconds: number;
            /** @description ISO 8601; ms beyond the year 9999. */
            createdAt: string | number;
            /** @description ISO 8601; ms beyond the year 9999. */
            expiresAt: string | number;
            /** @enum {string} */
            state: "live" | "expired";
            value?: unknown;
            /** @description The value as exact JSON text, where value could not hold it. */
            json?: string;
            /**
             * @description Its text has what would be a template in a seed.
             * @constant
             */
            literal?: true;
        };
        Store: {
            id: string;
            storeId: string;
            owner: string;
            keys: components["schemas"]["ScopedKey"][];
            entries: {
                /** Format: int64 */
                live: number;
            };
        };
        StoredConfigEntry: {
            key: string;
            /** @description ISO 8601; ms beyond the year 9999. */
            updatedAt: string | number;
            value?: unknown;
            /** @description The value as exact JSON text, where value could not hold it. */
            json?: string;
            /**
             * @description Its text has what would be a template in a seed.
             * @constant
             */
            literal?: true;
        };
        Database: {
            /** @description null: there is none. */
            rateLimit: {
                /** Format: int64 */
                requests: number;
                /** @description A duration. */
                per: string;
            } | null;
            /** Format: int64 */
            keys: number;
            /** Format: int64 */
            projects: number;
            /** Format: int64 */
            documents: number;
        };
        DatabaseKey: {
            key: string;
            projects?: number[];
            documents?: number[];
            /** @enum {string} */
            outOfScope?: "empty" | "forbidden";
        };
        StoredDocument: {
            /** Format: int64 */
            id: number;
            title: string;
            content?: string;
            /** Format: int64 */
            project?: number;
            /**
             * @description Its text has what would be a template in a seed.
             * @constant
             */
            literal?: true;
        };
        StoredProject: {
            /** Format: int64 */
            id: number;
            name: string;
            description?: string;
            /** Format: int64 */
            project?: number;
            /**
             * @description Its text has what would be a template in a seed.
             * @constant
             */
            literal?: true;
        };
        AdminError: {
            error: string;
            message: string;
            hint?: string;
            /** @description Each with its place, if a seed is wrong. */
            problems?: Record<string, never>[];
        };
        /** @description A seed of the tristore emulator. */
        Seed: {
            /** @constant */
            version?: 1;
            clock?: {
                /** @description Where the virtual clock starts, and the origin of relative times. */
                now?: string | number;
                /** @description true: the clock stands still until it is moved. */
                freeze?: boolean;
                /** @description Virtual seconds a real second. */
                rate?: number;
            };
            /** @description Decides ids, templates and chances. */
            random?: number;
            /** @description How the gaps of the contract behave, by section. */
            profile?: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            namespaces?: {
                /** @description ns_<name>_<suffix> */
                id: string;
                /** @description The sub of the tokens that may list it; user_local when left out. */
                owner?: string;
                /** @description Monthly limits and storage; missing ones take the profile's. */
                limits?: {
                    reads?: number;
                    writes?: number;
                    lists?: number;
                    storageBytes?: number;
                };
                /** @description Counters of this month, or by month: "2025-12": { reads: 7 }. */
                usage?: {
                    reads?: number;
                    writes?: number;
                    deletes?: number;
                    lists?: number;
                } & {
                    [key: string]: {
                        reads?: number;
                        writes?: number;
                        deletes?: number;
                        lists?: number;
                    };
                };
                keys?: {
                    /** @description The raw key, as sent in X-KV-Key. */
                    key: string;
                    /**
                     * @description What it may do.
                     * @enum {string}
                     */
                    scope: "read" | "write" | "admin";
                }[];
                entries?: {
                    /** @description The key, of up to 8000 characters; may hold templates such as {{index}}. */
                    key: string;
                    /** @description Any JSON value; text in it may hold templates. */
                    value?: unknown;
                    /** @description The value as exact JSON text, in place of value. */
                    json?: string;
                    /** @description How many records this block stands for; {{index}} counts them from 1. */
                    repeat?: number;
                    /** @description true turns templates off: {{ is text. */
                    literal?: boolean;
                    /** @description Seconds to live: 60 or more; beside expiresAt any. */
                    ttlSeconds?: number;
                    /** @description When it was first put; the origin when left out. */
                    createdAt?: string | number;
                    /** @description When it expires: an instant, or +30s from the origin. In the past: expired, not yet removed. */
                    expiresAt?: string | number;
                }[];
            }[];
            stores?: {
                /** @description ec_<name>_<suffix> */
                id: string;
                /** @description The sub of the tokens that may list it; user_local when left out. */
                owner?: string;
                keys?: {
                    /** @description The raw key, as sent in X-KV-Key. */
                    key: string;
                    /**
                     * @description What it may do.
                     * @enum {string}
                     */
                    scope: "read" | "write" | "admin";
                }[];
                entries?: {
                    /** @description The key, of up to 8000 characters; may hold templates such as {{index}}. */
                    key: string;
                    /** @description Any JSON value; text in it may hold templates. */
                    value?: unknown;
                    /** @description The value as exact JSON text, in place of value. */
                    json?: string;
                    /** @description How many records this block stands for; {{index}} counts them from 1. */
                    repeat?: number;
                    /** @description true turns templates off: {{ is text. */
                    literal?: boolean;
                    /** @description When it was last put; the origin when left out. */
                    updatedAt?: string | number;
                }[];
            }[];
            database?: {
                /** @description Requests a key may make in each window; none when left out. */
                rateLimit?: {
                    requests: number;
                    per: string | number;
                };
                keys?: {
                    /** @description The raw key, as sent in X-API-Key. */
                    key: string;
                    /** @description The projects that it sees. */
                    projects?: (number | string)[];
                    /** @description The documents that it sees. */
                    documents?: (number | string)[];
                    /**
                     * @description What a list answers when nothing at all is visible.
                     * @enum {string}
                     */
                    outOfScope?: "empty" | "forbidden";
                }[];
                projects?: {
                    /** @description Generated when left out. */
                    id?: number | string;
                    name: string;
                    description?: string;
                    /** @description How many records this block stands for; {{index}} counts them from 1. */
                    repeat?: number;
                    /** @description true turns templates off: {{ is text. */
                    literal?: boolean;
                }[];
                documents?: {
                    /** @description Generated when left out. */
                    id?: number | string;
                    title: string;
                    content?: string;
                    /** @description Its project, for the scopes of keys; never sent. */
                    project?: number | string;
                    /** @description How many records this block stands for; {{index}} counts them from 1. */
                    repeat?: number;
                    /** @description true turns templates off: {{ is text. */
                    literal?: boolean;
                }[];
            };
            faults?: {
                /** @description Names the fault; generated when left out. */
                id?: string;
                /** @description false keeps it from matching. */
                enabled?: boolean;
                /** @description Which calls it is for: all given fields must hold. Left out: every data request. */
                match?: {
                    /** @description A glob over operations, such as kv.* or documents.list. */
                    operation?: string;
                    /** @description The HTTP method. */
                    method?: string;
                    /** @description A glob over the path without its query: /v1/kv/**. */
                    path?: string;
                    /** @description A namespace id. */
                    namespace?: string;
                    /** @description A store id. */
                    store?: string;
                    /** @description The key of an entry. */
                    key?: string;
                    /** @description The raw API key, or the token's sub. */
                    credential?: string;
                    /** @description Headers that the call must carry. */
                    header?: {
                        [key: string]: string | number;
                    };
                };
                /** @description The status of the answer, from 200 to 599. */
                status?: number;
                /** @description Text, or JSON. Left out: what the service would send with that status. */
                body?: unknown;
                /** @description Further headers of the answer. */
                headers?: {
                    [key: string]: string | number;
                };
                /** @description Retry-After: seconds, or a duration such as 2m. */
                retryAfter?: string | number;
                /** @description Real time for which the answer is held back: ms, 200ms, or {min, max}. */
                delay?: (string | number) | {
                    min: string | number;
                    max: string | number;
                };
                /**
                 * @description How the connection breaks: reset resets the connection; close closes the connection; hang never answers; truncate resets the connection after half of the answer; cut closes the connection after half of the answer; garbage sends what is not HTTP.
                 * @enum {string}
                 */
                connection?: "reset" | "close" | "hang" | "truncate" | "cut" | "garbage";
                /**
                 * @description Whether the operation runs first: after (its effect stays, its answer is lost), or before (it does not run; when left out).
                 * @enum {string}
                 */
                effect?: "before" | "after";
                /** @description Holds the request, or with effect: after its finished answer, until it is released. */
                hold?: boolean;
                /** @description Skips the first n matches. */
                after?: number;
                /** @description Fires n times at most. */
                times?: number;
                /** @description The chance that a match fires, from 0 to 1. */
                probability?: number;
                /** @description Virtual time from which it is in force: an instant, or +10m. */
                from?: string | number;
                /** @description Virtual time from which it no longer is: an instant, or +15m. */
                until?: string | number;
                /** @description Lets a test pass without its having fired. */
                optional?: boolean;
                /** @description How often it has matched; written by exports. */
                matches?: number;
                /** @description How often it has fired; written by exports. */
                hits?: number;
            }[];
            /** @description Where an exported state goes on from; written by exports. */
            resume?: {
                ids?: {
                    [key: string]: unknown;
                };
                random?: {
                    [key: string]: unknown;
                };
                rateWindows?: {
                    [key: string]: unknown;
                };
                gone?: {
                    [key: string]: unknown;
                };
                cursors?: {
                    [key: string]: unknown;
                };
                places?: {
                    [key: string]: unknown;
                };
            };
            /** @description The JSON Schema that editors hold this file to; the emulator takes no notice of it. */
            $schema?: string;
        };
    };
    responses: {
        /** @description The request is not understood: a field, a parameter or X-Emulator-Fault. */
        InvalidRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The Host header names no host of the emulator; --allow-host adds one. A web page of another origin asked. */
        ForbiddenHostOrForbiddenOrigin: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The token of --admin-token is missing or wrong. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The body, the value or the answer is too large. */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The clock would go back; "force": true lets it. There is nothing ahead to go to. */
        ClockBackwardsOrNothingAhead: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The request is not understood: a field, a parameter or X-Emulator-Fault. The seed has problems; each is reported with its place. */
        InvalidRequestOrInvalidSeed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description What the path names is not there. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The log does not reach back to this point any more. */
        TooOld: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description This conflicts with the present state. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description No clock move, import, restore or reset is there to go back before. */
        NothingToUndo: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AdminError"];
            };
        };
        /** @description The request is not understood: a field, a parameter or X-Emulator-Fault. An option does not exist, or has another value than it may. */
        InvalidRequestOrInvalidProfile: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AdminError"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "kv.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The namespace.
                 * @example ns_shop_k3v9x2
                 */
                namespaceId: string;
                /**
                 * @description The key; a slash in it is written %2F.
                 * @example flag:checkout
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "key": "flag:checkout",
                     *       "ttlSeconds": 3600,
                     *       "expiresAt": 1769904000000,
                     *       "value": {
                     *         "enabled": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["KvValue"];
                };
            };
            /** @description A parameter is invalid, or its percent-encoding is broken. The request is not understood: a field, a parameter or X-Emulator-Fault. */
            400: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing. The credential is not known, not valid, or was sent twice. */
            401: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key belongs to another namespace or store. The scope of the key does not allow this. */
            403: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such namespace or store. The key is missing or expired. */
            404: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The monthly limit is reached. */
            429: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A transient server error; retry with backoff and jitter. */
            500: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A transient server error; retry with backoff and jitter. */
            503: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "kv.put": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The namespace.
                 * @example ns_shop_k3v9x2
                 */
                namespaceId: string;
                /**
                 * @description The key; a slash in it is written %2F.
                 * @example flag:checkout
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "value": {
                 *         "enabled": true
                 *       },
                 *       "ttlSeconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["KvWrite"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "key": "flag:checkout",
                     *       "ttlSeconds": 3600,
                     *       "expiresAt": 1769904000000
                     *     }
                     */
                    "application/json": components["schemas"]["KvWritten"];
                };
            };
            /** @description The body is not valid JSON. A member of the body is missing or invalid. A parameter is invalid, or its percent-encoding is broken. The request is not understood: a field, a parameter or X-Emulator-Fault. */
            400: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing. The credential is not known, not valid, or was sent twice. */
            401: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key belongs to another namespace or store. The scope of the key does not allow this. The storage limit of the namespace is reached. */
            403: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such namespace or store. */
            404: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body, the value or the answer is too large. */
            413: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not plain JSON: by its Content-Encoding, or by its Content-Type. */
            415: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The monthly limit is reached. */
            429: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A transient server error; retry with backoff and jitter. */
            500: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A transient server error; retry with backoff and jitter. */
            503: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "kv.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The namespace.
                 * @example ns_shop_k3v9x2
                 */
                namespaceId: string;
                /**
                 * @description The key; a slash in it is written %2F.
                 * @example flag:checkout
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "key": "flag:checkout"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        ok: true;
                        key: string;
                    };
                };
            };
            /** @description A parameter is invalid, or its percent-encoding is broken. The request is not understood: a field, a parameter or X-Emulator-Fault. */
            400: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing. The credential is not known, not valid, or was sent twice. */
            401: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key belongs to another namespace or store. The scope of the key does not allow this. */
            403: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such namespace or store. The key is missing or expired. */
            404: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A transient server error; retry with backoff and jitter. */
            500: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A transient server error; retry with backoff and jitter. */
            503: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "kv.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The namespace.
                 * @example ns_shop_k3v9x2
                 */
                namespaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "keys": [
                     *         {
                     *           "key": "flag:checkout",
                     *           "ttlSeconds": 3600,
                     *           "expiresAt": 1769904000000,
                     *           "expiresAtIso": "2026-02-01T00:00:00.000Z",
                     *           "createdAt": "2026-01-31T23:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["KvKeys"];
                };
            };
            /** @description The request is not understood: a field, a parameter or X-Emulator-Fault. A parameter is invalid, or its percent-encoding is broken. */
            400: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing. The credential is not known, not valid, or was sent twice. Keys are listed with a bearer token, not with an API key. */
            401: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The namespace belongs to somebody else. */
            403: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such namespace or store. */
            404: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The monthly limit is reached. */
            429: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A transient server error; retry with backoff and jitter. */
            500: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A transient server error; retry with backoff and jitter. */
            503: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "usage.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The namespace.
                 * @example ns_shop_k3v9x2
                 */
                namespaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "namespaceId": "ns_shop_k3v9x2",
                     *       "monthKey": "2026-01",
                     *       "limits": {
                     *         "reads": 1000000,
                     *         "writes": 100000,
                     *         "lists": 10000,
                     *         "storageBytes": 104857600
                     *       },
                     *       "usage": {
                     *         "reads": 998,
                     *         "writes": 12,
                     *         "deletes": 1,
                     *         "lists": 3,
                     *         "storageBytes": 4096
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UsageRecord"];
                };
            };
            /** @description The request is not understood: a field, a parameter or X-Emulator-Fault. A parameter is invalid, or its percent-encoding is broken. */
            400: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing. The credential is not known, not valid, or was sent twice. Keys are listed with a bearer token, not with an API key. */
            401: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The namespace belongs to somebody else. */
            403: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such namespace or store. */
            404: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A transient server error; retry with backoff and jitter. */
            500: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A transient server error; retry with backoff and jitter. */
            503: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "config.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The config store.
                 * @example ec_web_89daefd4
                 */
                storeId: string;
                /**
                 * @description The key; a slash in it is written %2F.
                 * @example banner
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "key": "banner",
                     *       "value": {
                     *         "enabled": true
                     *       },
                     *       "updatedAt": "2026-01-31T23:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ConfigValue"];
                };
            };
            /** @description A parameter is invalid, or its percent-encoding is broken. The request is not understood: a field, a parameter or X-Emulator-Fault. */
            400: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing. The credential is not known, not valid, or was sent twice. */
            401: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key belongs to another namespace or store. The scope of the key does not allow this. */
            403: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such namespace or store. The key is missing or expired. */
            404: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A transient server error; retry with backoff and jitter. */
            500: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A transient server error; retry with backoff and jitter. */
            503: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "config.put": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The config store.
                 * @example ec_web_89daefd4
                 */
                storeId: string;
                /**
                 * @description The key; a slash in it is written %2F.
                 * @example banner
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "value": {
                 *         "enabled": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ConfigWrite"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "key": "banner",
                     *       "updatedAt": "2026-01-31T23:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ConfigWritten"];
                };
            };
            /** @description The body is not valid JSON. A member of the body is missing or invalid. A parameter is invalid, or its percent-encoding is broken. The request is not understood: a field, a parameter or X-Emulator-Fault. */
            400: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing. The credential is not known, not valid, or was sent twice. */
            401: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key belongs to another namespace or store. The scope of the key does not allow this. */
            403: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such namespace or store. */
            404: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body, the value or the answer is too large. */
            413: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not plain JSON: by its Content-Encoding, or by its Content-Type. */
            415: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A transient server error; retry with backoff and jitter. */
            500: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A transient server error; retry with backoff and jitter. */
            503: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "config.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The config store.
                 * @example ec_web_89daefd4
                 */
                storeId: string;
                /**
                 * @description The key; a slash in it is written %2F.
                 * @example banner
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "key": "banner"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        ok: true;
                        key: string;
                    };
                };
            };
            /** @description A parameter is invalid, or its percent-encoding is broken. The request is not understood: a field, a parameter or X-Emulator-Fault. */
            400: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing. The credential is not known, not valid, or was sent twice. */
            401: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key belongs to another namespace or store. The scope of the key does not allow this. */
            403: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such namespace or store. The key is missing or expired. */
            404: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A transient server error; retry with backoff and jitter. */
            500: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A transient server error; retry with backoff and jitter. */
            503: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "config.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The config store.
                 * @example ec_web_89daefd4
                 */
                storeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "configs": [
                     *         {
                     *           "key": "banner",
                     *           "value": {
                     *             "enabled": true
                     *           },
                     *           "updatedAt": "2026-01-31T23:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ConfigValues"];
                };
            };
            /** @description The request is not understood: a field, a parameter or X-Emulator-Fault. A parameter is invalid, or its percent-encoding is broken. */
            400: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing. The credential is not known, not valid, or was sent twice. */
            401: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key belongs to another namespace or store. The scope of the key does not allow this. */
            403: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such namespace or store. */
            404: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A transient server error; retry with backoff and jitter. */
            500: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A transient server error; retry with backoff and jitter. */
            503: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "documents.list": {
        parameters: {
            query?: {
                /**
                 * @description The most items of the page; more than 100 are cut to that.
                 * @example 2
                 */
                limit?: number;
                /**
                 * @description The x-next of the page before, as it was received.
                 * @example ZG9jdW1lbnRzOi0xOjI.-uny5pn--a24ydg
                 */
                next?: string;
            };
            header?: {
                /**
                 * @description The same, as a header.
                 * @example ZG9jdW1lbnRzOi0xOjI.-uny5pn--a24ydg
                 */
                "x-next"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Only if a further page exists: an opaque value, to be given back as it was received. */
                    "x-next"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "title": "Intro script",
                     *         "content": "print('hi')"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Document"][];
                };
            };
            /** @description A parameter is invalid, or its percent-encoding is broken. The request is not understood: a field, a parameter or X-Emulator-Fault. */
            400: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description The credential is missing. The credential is not known, not valid, or was sent twice. */
            401: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description The record is outside the scope of the API key. Nothing in the collection is within the scope of the API key. */
            403: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description This conflicts with the present state. */
            409: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description The rate limit is reached; retry with backoff and jitter. */
            429: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description A transient server error; retry with backoff and jitter. */
            500: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description A transient server error; retry with backoff and jitter. */
            503: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
        };
    };
    "documents.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Intro script",
                 *       "content": "print('hi')"
                 *     }
                 */
                "application/json": components["schemas"]["NewDocument"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "title": "Intro script",
                     *       "content": "print('hi')"
                     *     }
                     */
                    "application/json": components["schemas"]["Document"];
                };
            };
            /** @description The body is not valid JSON. A member of the body is missing or invalid. The request is not understood: a field, a parameter or X-Emulator-Fault. */
            400: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description The credential is missing. The credential is not known, not valid, or was sent twice. */
            401: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description This conflicts with the present state. */
            409: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description The body, the value or the answer is too large. */
            413: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description The body is not plain JSON: by its Content-Encoding, or by its Content-Type. */
            415: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description The rate limit is reached; retry with backoff and jitter. */
            429: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description A transient server error; retry with backoff and jitter. */
            500: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description A transient server error; retry with backoff and jitter. */
            503: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
        };
    };
    "documents.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the document.
                 * @example 1
                 */
                documentId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "title": "Intro script",
                     *       "content": "print('hi')"
                     *     }
                     */
                    "application/json": components["schemas"]["Document"];
                };
            };
            /** @description The id is not a whole number of 64 bits. The request is not understood: a field, a parameter or X-Emulator-Fault. */
            400: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description The credential is missing. The credential is not known, not valid, or was sent twice. */
            401: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description The record is outside the scope of the API key. Nothing in the collection is within the scope of the API key. */
            403: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description There is no such project or document. */
            404: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description This conflicts with the present state. */
            409: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description The rate limit is reached; retry with backoff and jitter. */
            429: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description A transient server error; retry with backoff and jitter. */
            500: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description A transient server error; retry with backoff and jitter. */
            503: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
        };
    };
    "projects.list": {
        parameters: {
            query?: {
                /**
                 * @description The most items of the page; more than 100 are cut to that.
                 * @example 2
                 */
                limit?: number;
                /**
                 * @description The x-next of the page before, as it was received.
                 * @example cHJvamVjdHM6LTE6Mg.-lrb5g5--xzr63l
                 */
                next?: string;
            };
            header?: {
                /**
                 * @description The same, as a header.
                 * @example cHJvamVjdHM6LTE6Mg.-lrb5g5--xzr63l
                 */
                "x-next"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Only if a further page exists: an opaque value, to be given back as it was received. */
                    "x-next"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 10,
                     *         "name": "Onboarding",
                     *         "description": "Example scripts"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Project"][];
                };
            };
            /** @description A parameter is invalid, or its percent-encoding is broken. The request is not understood: a field, a parameter or X-Emulator-Fault. */
            400: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description The credential is missing. The credential is not known, not valid, or was sent twice. */
            401: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description The record is outside the scope of the API key. Nothing in the collection is within the scope of the API key. */
            403: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description This conflicts with the present state. */
            409: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description The rate limit is reached; retry with backoff and jitter. */
            429: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description A transient server error; retry with backoff and jitter. */
            500: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description A transient server error; retry with backoff and jitter. */
            503: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
        };
    };
    "projects.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Onboarding",
                 *       "description": "Example scripts"
                 *     }
                 */
                "application/json": components["schemas"]["NewProject"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 10,
                     *       "name": "Onboarding",
                     *       "description": "Example scripts"
                     *     }
                     */
                    "application/json": components["schemas"]["Project"];
                };
            };
            /** @description The body is not valid JSON. A member of the body is missing or invalid. The request is not understood: a field, a parameter or X-Emulator-Fault. */
            400: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description The credential is missing. The credential is not known, not valid, or was sent twice. */
            401: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description This conflicts with the present state. */
            409: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description The body, the value or the answer is too large. */
            413: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description The body is not plain JSON: by its Content-Encoding, or by its Content-Type. */
            415: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description The rate limit is reached; retry with backoff and jitter. */
            429: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description A transient server error; retry with backoff and jitter. */
            500: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
            /** @description A transient server error; retry with backoff and jitter. */
            503: {
                headers: {
                    /** @description Why the call was refused, in a sentence; escaped if it is not ASCII. */
                    "X-Emulator-Reason": string;
                    /** @description Seconds until the same call can succeed; if the emulator is set to send it. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseError"];
                };
            };
        };
    };
    "admin.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "calls": [
                     *         {
                     *           "call": "GET /_admin",
                     *           "help": "This list"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        calls: {
                            call: string;
                            help: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
        };
    };
    "admin.health.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "version": "0.1.0",
                     *       "contractSha256": "c69c836e294ff84c93d3044807e32d2f28e5aa168ab9f7298694d62c01ac9f21"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "ok";
                        version: string;
                        /** @description The SHA-256 of the written contract that it follows, in hex. */
                        contractSha256: string;
                        /** @description The number that answers vary by, if grease is on. */
                        grease?: number;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
        };
    };
    "admin.shutdown.post": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
        };
    };
    "admin.openapi.json.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.1.0"
                     *     }
                     */
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
        };
    };
    "admin.jwks.json.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "kty": "EC",
                     *           "alg": "ES256",
                     *           "use": "sig",
                     *           "kid": "emulator"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        keys: {
                            kty: string;
                            kid?: string;
                            alg?: string;
                            use?: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
        };
    };
    "admin.clock.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "now": 1769903940000,
                     *       "iso": "2026-01-31T23:59:00.000Z",
                     *       "mode": "frozen",
                     *       "rate": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Clock"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
        };
    };
    "admin.clock.post": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "to": "next-expiry",
                 *       "plus": "-1ms",
                 *       "receipt": true
                 *     }
                 */
                "application/json": {
                    set?: string | number;
                    /** @enum {string} */
                    to?: "next-expiry" | "next-month";
                    plus?: string | number;
                    advance?: string | number;
                    rate?: number;
                    freeze?: boolean;
                    force?: boolean;
                    receipt?: boolean;
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "now": 1769903940000,
                     *       "iso": "2026-01-31T23:59:00.000Z",
                     *       "mode": "frozen",
                     *       "rate": 1,
                     *       "receipt": {
                     *         "from": 1769903880000,
                     *         "to": 1769903940000,
                     *         "fromIso": "2026-01-31T23:58:00.000Z",
                     *         "toIso": "2026-01-31T23:59:00.000Z",
                     *         "keysExpired": {
                     *           "count": 1,
                     *           "first": [
                     *             {
                     *               "namespace": "ns_shop_k3v9x2",
                     *               "key": "session:1",
                     *               "expiredAt": 1769903939999
                     *             }
                     *           ]
                     *         },
                     *         "keysRevived": {
                     *           "count": 0,
                     *           "first": []
                     *         },
                     *         "monthsRolled": [],
                     *         "monthsRolledCount": 0,
                     *         "monthsUnrolled": [],
                     *         "monthsUnrolledCount": 0,
                     *         "countersChanged": {
                     *           "count": 0,
                     *           "first": []
                     *         },
                     *         "faultWindows": {
                     *           "begun": [
                     *             "f_1"
                     *           ],
                     *           "ended": [],
                     *           "reopened": [],
                     *           "unbegun": []
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Clock"] & {
                        receipt?: components["schemas"]["Receipt"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            409: components["responses"]["ClockBackwardsOrNothingAhead"];
            413: components["responses"]["TooLarge"];
        };
    };
    "admin.reset.post": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "keep": [
                 *         "clock"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @default [] */
                    keep?: ("clock" | "faults" | "requests")[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            413: components["responses"]["TooLarge"];
        };
    };
    "admin.seed.get": {
        parameters: {
            query?: {
                /**
                 * @description The first characters only, as plain text to look at.
                 * @example 20000
                 */
                preview?: number;
                /**
                 * @description Wins over the Accept header; json unless either says.
                 * @example json
                 */
                format?: "json" | "yaml";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": 1,
                     *       "stores": [
                     *         {
                     *           "id": "ec_web_89daefd4",
                     *           "entries": [
                     *             {
                     *               "key": "banner",
                     *               "value": {
                     *                 "text": "hello"
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Seed"];
                    /**
                     * @example version: 1
                     *     stores:
                     *       - id: ec_web_89daefd4
                     *         entries:
                     *           - key: banner
                     *             value:
                     *               text: hello
                     */
                    "application/yaml": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
        };
    };
    "admin.seed.put": {
        parameters: {
            query?: {
                /**
                 * @description true: changes nothing, and reports what it would.
                 * @example true
                 */
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 1,
                 *       "stores": [
                 *         {
                 *           "id": "ec_web_89daefd4",
                 *           "entries": [
                 *             {
                 *               "key": "banner",
                 *               "value": {
                 *                 "text": "hello"
                 *               }
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Seed"];
                /**
                 * @example version: 1
                 *     stores:
                 *       - id: ec_web_89daefd4
                 *         entries:
                 *           - key: banner
                 *             value:
                 *               text: hello
                 */
                "application/yaml": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "namespaces": 0,
                     *       "stores": 1,
                     *       "entries": 1,
                     *       "databaseKeys": 0,
                     *       "projects": 0,
                     *       "documents": 0,
                     *       "faults": 0
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "ok";
                        /** Format: int64 */
                        namespaces: number;
                        /** Format: int64 */
                        stores: number;
                        /** Format: int64 */
                        entries: number;
                        /** Format: int64 */
                        databaseKeys: number;
                        /** Format: int64 */
                        projects: number;
                        /** Format: int64 */
                        documents: number;
                        /** Format: int64 */
                        faults: number;
                    } & {
                        changes?: components["schemas"]["Changes"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidSeed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            413: components["responses"]["TooLarge"];
        };
    };
    "admin.state.get": {
        parameters: {
            query?: {
                /**
                 * @description The first characters only, as plain text to look at.
                 * @example 20000
                 */
                preview?: number;
                /**
                 * @description Wins over the Accept header; json unless either says.
                 * @example json
                 */
                format?: "json" | "yaml";
                /**
                 * @description The state of that moment; left out, now: r41, after:r41, an instant, start or now.
                 * @example start
                 */
                at?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": 1,
                     *       "stores": [
                     *         {
                     *           "id": "ec_web_89daefd4",
                     *           "entries": [
                     *             {
                     *               "key": "banner",
                     *               "value": {
                     *                 "text": "hello"
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Seed"];
                    /**
                     * @example version: 1
                     *     stores:
                     *       - id: ec_web_89daefd4
                     *         entries:
                     *           - key: banner
                     *             value:
                     *               text: hello
                     */
                    "application/yaml": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["TooOld"];
            413: components["responses"]["TooLarge"];
        };
    };
    "admin.state.put": {
        parameters: {
            query?: {
                /**
                 * @description true: changes nothing, and reports what it would.
                 * @example true
                 */
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 1,
                 *       "stores": [
                 *         {
                 *           "id": "ec_web_89daefd4",
                 *           "entries": [
                 *             {
                 *               "key": "banner",
                 *               "value": {
                 *                 "text": "hello"
                 *               }
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Seed"];
                /**
                 * @example version: 1
                 *     stores:
                 *       - id: ec_web_89daefd4
                 *         entries:
                 *           - key: banner
                 *             value:
                 *               text: hello
                 */
                "application/yaml": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "namespaces": 0,
                     *       "stores": 1,
                     *       "entries": 1,
                     *       "databaseKeys": 0,
                     *       "projects": 0,
                     *       "documents": 0,
                     *       "faults": 0
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "ok";
                        /** Format: int64 */
                        namespaces: number;
                        /** Format: int64 */
                        stores: number;
                        /** Format: int64 */
                        entries: number;
                        /** Format: int64 */
                        databaseKeys: number;
                        /** Format: int64 */
                        projects: number;
                        /** Format: int64 */
                        documents: number;
                        /** Format: int64 */
                        faults: number;
                    } & {
                        changes?: components["schemas"]["Changes"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidSeed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            413: components["responses"]["TooLarge"];
        };
    };
    "admin.state.patch": {
        parameters: {
            query?: {
                /**
                 * @description true: changes nothing, and reports what it would.
                 * @example true
                 */
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 1,
                 *       "stores": [
                 *         {
                 *           "id": "ec_web_89daefd4",
                 *           "entries": [
                 *             {
                 *               "key": "banner",
                 *               "value": {
                 *                 "text": "hello"
                 *               }
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Seed"];
                /**
                 * @example version: 1
                 *     stores:
                 *       - id: ec_web_89daefd4
                 *         entries:
                 *           - key: banner
                 *             value:
                 *               text: hello
                 */
                "application/yaml": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "namespaces": 0,
                     *       "stores": 1,
                     *       "entries": 1,
                     *       "databaseKeys": 0,
                     *       "projects": 0,
                     *       "documents": 0,
                     *       "faults": 0
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "ok";
                        /** Format: int64 */
                        namespaces: number;
                        /** Format: int64 */
                        stores: number;
                        /** Format: int64 */
                        entries: number;
                        /** Format: int64 */
                        databaseKeys: number;
                        /** Format: int64 */
                        projects: number;
                        /** Format: int64 */
                        documents: number;
                        /** Format: int64 */
                        faults: number;
                    } & {
                        changes?: components["schemas"]["Changes"];
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidSeed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            413: components["responses"]["TooLarge"];
        };
    };
    "admin.find.get": {
        parameters: {
            query?: {
                /**
                 * @description A part of an id, a key or a title.
                 * @example session:17
                 */
                text?: string;
                /**
                 * @description The most to answer.
                 * @example 10
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "found": [
                     *         {
                     *           "kind": "entry",
                     *           "id": "session:17",
                     *           "of": "ns_shop_k3v9x2"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        found: {
                            /** @enum {string} */
                            kind: "namespace" | "store" | "project" | "document" | "entry" | "config";
                            /** @description Its id, or its key. */
                            id: string;
                            /** @description The namespace or store of an entry. */
                            of?: string;
                            title?: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
        };
    };
    "admin.faults.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "faults": [
                     *         {
                     *           "match": {
                     *             "operation": "kv.*"
                     *           },
                     *           "status": 503,
                     *           "times": 2,
                     *           "id": "f_1",
                     *           "enabled": true,
                     *           "matches": 0,
                     *           "hits": 0,
                     *           "remaining": 2
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        faults: components["schemas"]["InstalledFault"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
        };
    };
    "admin.faults.post": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "match": {
                 *         "operation": "kv.*"
                 *       },
                 *       "status": 503,
                 *       "times": 2
                 *     }
                 */
                "application/json": {
                    /** @description Names the fault; generated when left out. */
                    id?: string;
                    /** @description false keeps it from matching. */
                    enabled?: boolean;
                    /** @description Which calls it is for: all given fields must hold. Left out: every data request. */
                    match?: {
                        /** @description A glob over operations, such as kv.* or documents.list. */
                        operation?: string;
                        /** @description The HTTP method. */
                        method?: string;
                        /** @description A glob over the path without its query: /v1/kv/**. */
                        path?: string;
                        /** @description A namespace id. */
                        namespace?: string;
                        /** @description A store id. */
                        store?: string;
                        /** @description The key of an entry. */
                        key?: string;
                        /** @description The raw API key, or the token's sub. */
                        credential?: string;
                        /** @description Headers that the call must carry. */
                        header?: {
                            [key: string]: string | number;
                        };
                    };
                    /** @description The status of the answer, from 200 to 599. */
                    status?: number;
                    /** @description Text, or JSON. Left out: what the service would send with that status. */
                    body?: unknown;
                    /** @description Further headers of the answer. */
                    headers?: {
                        [key: string]: string | number;
                    };
                    /** @description Retry-After: seconds, or a duration such as 2m. */
                    retryAfter?: string | number;
                    /** @description Real time for which the answer is held back: ms, 200ms, or {min, max}. */
                    delay?: (string | number) | {
                        min: string | number;
                        max: string | number;
                    };
                    /**
                     * @description How the connection breaks: reset resets the connection; close closes the connection; hang never answers; truncate resets the connection after half of the answer; cut closes the connection after half of the answer; garbage sends what is not HTTP.
                     * @enum {string}
                     */
                    connection?: "reset" | "close" | "hang" | "truncate" | "cut" | "garbage";
                    /**
                     * @description Whether the operation runs first: after (its effect stays, its answer is lost), or before (it does not run; when left out).
                     * @enum {string}
                     */
                    effect?: "before" | "after";
                    /** @description Holds the request, or with effect: after its finished answer, until it is released. */
                    hold?: boolean;
                    /** @description Skips the first n matches. */
                    after?: number;
                    /** @description Fires n times at most. */
                    times?: number;
                    /** @description The chance that a match fires, from 0 to 1. */
                    probability?: number;
                    /** @description Virtual time from which it is in force: an instant, or +10m. */
                    from?: string | number;
                    /** @description Virtual time from which it no longer is: an instant, or +15m. */
                    until?: string | number;
                    /** @description Lets a test pass without its having fired. */
                    optional?: boolean;
                    /** @description How often it has matched; written by exports. */
                    matches?: number;
                    /** @description How often it has fired; written by exports. */
                    hits?: number;
                } | {
                    /** @description Names the fault; generated when left out. */
                    id?: string;
                    /** @description false keeps it from matching. */
                    enabled?: boolean;
                    /** @description Which calls it is for: all given fields must hold. Left out: every data request. */
                    match?: {
                        /** @description A glob over operations, such as kv.* or documents.list. */
                        operation?: string;
                        /** @description The HTTP method. */
                        method?: string;
                        /** @description A glob over the path without its query: /v1/kv/**. */
                        path?: string;
                        /** @description A namespace id. */
                        namespace?: string;
                        /** @description A store id. */
                        store?: string;
                        /** @description The key of an entry. */
                        key?: string;
                        /** @description The raw API key, or the token's sub. */
                        credential?: string;
                        /** @description Headers that the call must carry. */
                        header?: {
                            [key: string]: string | number;
                        };
                    };
                    /** @description The status of the answer, from 200 to 599. */
                    status?: number;
                    /** @description Text, or JSON. Left out: what the service would send with that status. */
                    body?: unknown;
                    /** @description Further headers of the answer. */
                    headers?: {
                        [key: string]: string | number;
                    };
                    /** @description Retry-After: seconds, or a duration such as 2m. */
                    retryAfter?: string | number;
                    /** @description Real time for which the answer is held back: ms, 200ms, or {min, max}. */
                    delay?: (string | number) | {
                        min: string | number;
                        max: string | number;
                    };
                    /**
                     * @description How the connection breaks: reset resets the connection; close closes the connection; hang never answers; truncate resets the connection after half of the answer; cut closes the connection after half of the answer; garbage sends what is not HTTP.
                     * @enum {string}
                     */
                    connection?: "reset" | "close" | "hang" | "truncate" | "cut" | "garbage";
                    /**
                     * @description Whether the operation runs first: after (its effect stays, its answer is lost), or before (it does not run; when left out).
                     * @enum {string}
                     */
                    effect?: "before" | "after";
                    /** @description Holds the request, or with effect: after its finished answer, until it is released. */
                    hold?: boolean;
                    /** @description Skips the first n matches. */
                    after?: number;
                    /** @description Fires n times at most. */
                    times?: number;
                    /** @description The chance that a match fires, from 0 to 1. */
                    probability?: number;
                    /** @description Virtual time from which it is in force: an instant, or +10m. */
                    from?: string | number;
                    /** @description Virtual time from which it no longer is: an instant, or +15m. */
                    until?: string | number;
                    /** @description Lets a test pass without its having fired. */
                    optional?: boolean;
                    /** @description How often it has matched; written by exports. */
                    matches?: number;
                    /** @description How often it has fired; written by exports. */
                    hits?: number;
                }[];
                /**
                 * @example match:
                 *       operation: kv.*
                 *     status: 503
                 *     times: 2
                 */
                "application/yaml": string;
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "match": {
                     *         "operation": "kv.*"
                     *       },
                     *       "status": 503,
                     *       "times": 2,
                     *       "id": "f_1",
                     *       "enabled": true,
                     *       "matches": 0,
                     *       "hits": 0,
                     *       "remaining": 2
                     *     }
                     */
                    "application/json": components["schemas"]["InstalledFault"] | {
                        faults: components["schemas"]["InstalledFault"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
        };
    };
    "admin.faults.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
        };
    };
    "admin.faults.id.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a fault.
                 * @example f_1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "match": {
                     *         "operation": "kv.*"
                     *       },
                     *       "status": 503,
                     *       "times": 2,
                     *       "id": "f_1",
                     *       "enabled": true,
                     *       "matches": 0,
                     *       "hits": 0,
                     *       "remaining": 2
                     *     }
                     */
                    "application/json": components["schemas"]["InstalledFault"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    "admin.faults.id.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a fault.
                 * @example f_1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    "admin.faults.id.patch": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a fault.
                 * @example f_1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": {
                    enabled?: boolean;
                    before?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "match": {
                     *         "operation": "kv.*"
                     *       },
                     *       "status": 503,
                     *       "times": 2,
                     *       "id": "f_1",
                     *       "enabled": false,
                     *       "matches": 0,
                     *       "hits": 0,
                     *       "remaining": 2
                     *     }
                     */
                    "application/json": components["schemas"]["InstalledFault"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
        };
    };
    "admin.held.get": {
        parameters: {
            query?: {
                /**
                 * @description The id of the fault that holds them.
                 * @example f_1
                 */
                fault?: string;
                /**
                 * @description Only those with a higher number.
                 * @example 1
                 */
                after?: number;
                /**
                 * @description ms to wait for one if there is none yet.
                 * @example 100
                 */
                wait?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "held": [
                     *         {
                     *           "request": "r1",
                     *           "operation": "kv.put",
                     *           "method": "PUT",
                     *           "path": "/v1/kv/ns_shop_k3v9x2/cart",
                     *           "party": null,
                     *           "since": "2026-01-31T23:59:00.000Z",
                     *           "fault": "f_1",
                     *           "number": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        held: components["schemas"]["HeldRequest"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
        };
    };
    "admin.held.id.post": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a request that is held.
                 * @example r1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "status": 503
                 *     }
                 */
                "application/json": {
                    /** @description The status of the answer, from 200 to 599. */
                    status?: number;
                    /** @description Text, or JSON. Left out: what the service would send with that status. */
                    body?: unknown;
                    /** @description Further headers of the answer. */
                    headers?: {
                        [key: string]: string | number;
                    };
                    /** @description Retry-After: seconds, or a duration such as 2m. */
                    retryAfter?: string | number;
                    /**
                     * @description How the connection breaks: reset resets the connection; close closes the connection; hang never answers; truncate resets the connection after half of the answer; cut closes the connection after half of the answer; garbage sends what is not HTTP.
                     * @enum {string}
                     */
                    connection?: "reset" | "close" | "hang" | "truncate" | "cut" | "garbage";
                };
                /** @example status: 503 */
                "application/yaml": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
        };
    };
    "admin.requests.get": {
        parameters: {
            query?: {
                /**
                 * @description A text to look for, in capitals or not: in the id, the path as it was sent and decoded, the credential, the reason and the bodies.
                 * @example session:17
                 */
                text?: string;
                /**
                 * @description A glob over operations, or several joined by commas.
                 * @example kv.*
                 */
                operation?: string;
                /**
                 * @description A method, or several joined by commas.
                 * @example GET
                 */
                method?: string;
                /**
                 * @description A glob over paths without a query.
                 * @example /v1/kv/**
                 */
                path?: string;
                /**
                 * @description A status, a class of them, "none" if a fault left no answer, or several joined by commas.
                 * @example 4xx
                 */
                status?: string;
                /**
                 * @description An API key as it was sent, or a token's owner.
                 * @example kv_read_shop
                 */
                credential?: string;
                /**
                 * @description The id of a fault.
                 * @example f_1
                 */
                fault?: string;
                /**
                 * @description "ok", or what it was refused for.
                 * @example entry_missing
                 */
                outcome?: string;
                /**
                 * @description An instant, from which on, or the id of a request, after which.
                 * @example r1
                 */
                since?: string;
                /**
                 * @description An instant, up to which.
                 * @example 2026-02-01T00:00:00Z
                 */
                until?: string;
                /**
                 * @description ms, or a length of time such as 1.5s: those whose client waited longer, with what a fault held.
                 * @example 200ms
                 */
                slowerThan?: string;
                /**
                 * @description The id of a request: those that the list has after it, which are older unless it is sorted.
                 * @example r41
                 */
                before?: string;
                /**
                 * @description The most to answer.
                 * @example 10
                 */
                limit?: number;
                /**
                 * @description The order; after a "-" the other way round. Left out: -at, newest first.
                 * @example -at
                 */
                sort?: "at" | "-at" | "waited" | "-waited";
                /**
                 * @description Answers their number only.
                 * @example true
                 */
                count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requests": [
                     *         {
                     *           "id": "r1",
                     *           "at": 1769903940000,
                     *           "atIso": "2026-01-31T23:59:00.000Z",
                     *           "operation": "kv.get",
                     *           "method": "GET",
                     *           "path": "/v1/kv/ns_shop_k3v9x2/flag%3Acheckout",
                     *           "status": 404,
                     *           "outcome": "entry_missing",
                     *           "reason": "the key is missing or expired",
                     *           "absence": "never existed",
                     *           "credential": "kv_read_demo",
                     *           "durationMs": 0.114
                     *         }
                     *       ],
                     *       "dropped": 0
                     *     }
                     */
                    "application/json": {
                        requests: components["schemas"]["RequestSummary"][];
                        /** Format: int64 */
                        dropped: number;
                    } | {
                        /** Format: int64 */
                        count: number;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    "admin.requests.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
        };
    };
    "admin.requests.id.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a request.
                 * @example r1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "r1",
                     *       "at": 1769903940000,
                     *       "atIso": "2026-01-31T23:59:00.000Z",
                     *       "operation": "kv.get",
                     *       "method": "GET",
                     *       "path": "/v1/kv/ns_shop_k3v9x2/flag%3Acheckout",
                     *       "status": 404,
                     *       "outcome": "entry_missing",
                     *       "reason": "the key is missing or expired",
                     *       "absence": "never existed",
                     *       "credential": "kv_read_demo",
                     *       "durationMs": 0.114,
                     *       "arrivedMs": 1024.25,
                     *       "target": "/v1/kv/ns_shop_k3v9x2/flag%3Acheckout",
                     *       "requestHeaders": [
                     *         [
                     *           "X-KV-Key",
                     *           "kv_read_demo"
                     *         ]
                     *       ],
                     *       "responseHeaders": [
                     *         [
                     *           "Content-Type",
                     *           "application/json"
                     *         ]
                     *       ],
                     *       "responseBody": {
                     *         "text": "{\"ok\":false,\"error\":\"not_found\"}",
                     *         "bytes": 32
                     *       },
                     *       "explain": {
                     *         "gates": [
                     *           {
                     *             "gate": "scope",
                     *             "result": "passed"
                     *           },
                     *           {
                     *             "gate": "monthly quota",
                     *             "result": "passed",
                     *             "used": 1,
                     *             "limit": 1000
                     *           },
                     *           {
                     *             "gate": "entry exists",
                     *             "result": "refused"
                     *           }
                     *         ],
                     *         "entry": "never existed",
                     *         "gaps": {
                     *           "kv.countMisses": true
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RequestDetails"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    "admin.requests.har.get": {
        parameters: {
            query?: {
                /**
                 * @description A text to look for, in capitals or not: in the id, the path as it was sent and decoded, the credential, the reason and the bodies.
                 * @example session:17
                 */
                text?: string;
                /**
                 * @description A glob over operations, or several joined by commas.
                 * @example kv.*
                 */
                operation?: string;
                /**
                 * @description A method, or several joined by commas.
                 * @example GET
                 */
                method?: string;
                /**
                 * @description A glob over paths without a query.
                 * @example /v1/kv/**
                 */
                path?: string;
                /**
                 * @description A status, a class of them, "none" if a fault left no answer, or several joined by commas.
                 * @example 4xx
                 */
                status?: string;
                /**
                 * @description An API key as it was sent, or a token's owner.
                 * @example kv_read_shop
                 */
                credential?: string;
                /**
                 * @description The id of a fault.
                 * @example f_1
                 */
                fault?: string;
                /**
                 * @description "ok", or what it was refused for.
                 * @example entry_missing
                 */
                outcome?: string;
                /**
                 * @description An instant, from which on, or the id of a request, after which.
                 * @example r1
                 */
                since?: string;
                /**
                 * @description An instant, up to which.
                 * @example 2026-02-01T00:00:00Z
                 */
                until?: string;
                /**
                 * @description ms, or a length of time such as 1.5s: those whose client waited longer, with what a fault held.
                 * @example 200ms
                 */
                slowerThan?: string;
                /**
                 * @description The id of a request: those that the list has after it, which are older unless it is sorted.
                 * @example r41
                 */
                before?: string;
                /**
                 * @description The most to answer.
                 * @example 10
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "log": {
                     *         "version": "1.2",
                     *         "creator": {
                     *           "name": "tristore-emulator",
                     *           "version": "0.1.0"
                     *         },
                     *         "entries": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        log: {
                            /** @constant */
                            version: "1.2";
                            creator: {
                                name: string;
                                version: string;
                            };
                            entries: components["schemas"]["HarEntry"][];
                        };
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
        };
    };
    "admin.conduct.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "duties": [
                     *         {
                     *           "id": "retry-after",
                     *           "duty": "Retry-After is honoured",
                     *           "section": "Errors C",
                     *           "verdict": "broken",
                     *           "occasions": 3,
                     *           "breaches": 1,
                     *           "undecided": 0,
                     *           "wrong": [
                     *             "r3 came 1 s after r2, which said 30 s"
                     *           ],
                     *           "doubts": [],
                     *           "requests": [
                     *             "r3"
                     *           ]
                     *         }
                     *       ],
                     *       "shortTtls": {
                     *         "count": 1,
                     *         "leastSeconds": 5,
                     *         "requests": [
                     *           "r1"
                     *         ]
                     *       },
                     *       "gaps": [
                     *         {
                     *           "option": "kv.putStatus",
                     *           "values": [
                     *             200
                     *           ],
                     *           "count": 1,
                     *           "requests": [
                     *             "r1"
                     *           ]
                     *         }
                     *       ],
                     *       "quotas": [
                     *         {
                     *           "namespaceId": "ns_shop_k3v9x2",
                     *           "monthKey": "2026-01",
                     *           "quantity": "reads",
                     *           "used": 7,
                     *           "limit": 1000,
                     *           "share": 0.007
                     *         }
                     *       ],
                     *       "judged": 12,
                     *       "dropped": 0
                     *     }
                     */
                    "application/json": components["schemas"]["Conduct"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
        };
    };
    "admin.clients.get": {
        parameters: {
            query?: {
                /**
                 * @description A text to look for, in capitals or not: in the id, the path as it was sent and decoded, the credential, the reason and the bodies.
                 * @example session:17
                 */
                text?: string;
                /**
                 * @description A glob over operations, or several joined by commas.
                 * @example kv.*
                 */
                operation?: string;
                /**
                 * @description A method, or several joined by commas.
                 * @example GET
                 */
                method?: string;
                /**
                 * @description A glob over paths without a query.
                 * @example /v1/kv/**
                 */
                path?: string;
                /**
                 * @description A status, a class of them, "none" if a fault left no answer, or several joined by commas.
                 * @example 4xx
                 */
                status?: string;
                /**
                 * @description An API key as it was sent, or a token's owner.
                 * @example kv_read_shop
                 */
                credential?: string;
                /**
                 * @description The id of a fault.
                 * @example f_1
                 */
                fault?: string;
                /**
                 * @description "ok", or what it was refused for.
                 * @example entry_missing
                 */
                outcome?: string;
                /**
                 * @description An instant, from which on, or the id of a request, after which.
                 * @example r1
                 */
                since?: string;
                /**
                 * @description An instant, up to which.
                 * @example 2026-02-01T00:00:00Z
                 */
                until?: string;
                /**
                 * @description ms, or a length of time such as 1.5s: those whose client waited longer, with what a fault held.
                 * @example 200ms
                 */
                slowerThan?: string;
                /**
                 * @description The id of a request: those that the list has after it, which are older unless it is sorted.
                 * @example r41
                 */
                before?: string;
                /**
                 * @description The most to answer.
                 * @example 10
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "clients": [
                     *         {
                     *           "credential": "db_key",
                     *           "userAgent": "shop-web/2.1",
                     *           "requests": 40,
                     *           "refused": 1,
                     *           "perMinute": 60,
                     *           "most": {
                     *             "method": "GET",
                     *             "path": "/documents",
                     *             "count": 38
                     *           },
                     *           "shortestPauseMs": 900,
                     *           "lastId": "r40"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        clients: components["schemas"]["Client"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
        };
    };
    "admin.usage.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "operations": {
                     *         "kv.put": 1,
                     *         "kv.get": 40,
                     *         "documents.list": 2
                     *       },
                     *       "namespaces": {
                     *         "ns_shop_k3v9x2": {
                     *           "reads": 40,
                     *           "writes": 1,
                     *           "lists": 0,
                     *           "deletes": 0,
                     *           "storageBytes": 512,
                     *           "share": {
                     *             "reads": 0.04,
                     *             "writes": 0.01,
                     *             "storageBytes": 0.00781
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Usage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
        };
    };
    "admin.contract.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "gaps": [
                     *         {
                     *           "option": "kv.putStatus",
                     *           "meaning": "The status of a successful put.",
                     *           "value": 200,
                     *           "default": 200,
                     *           "allowed": [
                     *             200,
                     *             201
                     *           ],
                     *           "leanedOn": {
                     *             "count": 1,
                     *             "requests": [
                     *               "r1"
                     *             ]
                     *           }
                     *         }
                     *       ],
                     *       "dropped": 0
                     *     }
                     */
                    "application/json": {
                        gaps: components["schemas"]["Gap"][];
                        /** Format: int64 */
                        dropped: number;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
        };
    };
    "admin.events.get": {
        parameters: {
            query?: {
                /**
                 * @description Names of events, joined by commas; all when left out.
                 * @example request,clock
                 */
                types?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example event: clock
                     *     id: mi3k-1
                     *     data: {"now":0,"iso":"1970-01-01T00:00:00.000Z","mode":"frozen","rate":1}
                     */
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
        };
    };
    "admin.snapshots.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "snapshots": [
                     *         {
                     *           "name": "before",
                     *           "at": 1769903940000,
                     *           "atIso": "2026-01-31T23:59:00.000Z",
                     *           "sizes": {
                     *             "namespaces": 1,
                     *             "entries": 3,
                     *             "stores": 1,
                     *             "configs": 2,
                     *             "projects": 0,
                     *             "documents": 0
                     *           }
                     *         }
                     *       ],
                     *       "present": {
                     *         "namespaces": 1,
                     *         "entries": 3,
                     *         "stores": 1,
                     *         "configs": 2,
                     *         "projects": 0,
                     *         "documents": 0
                     *       }
                     *     }
                     */
                    "application/json": {
                        snapshots: components["schemas"]["Snapshot"][];
                        /** @description How much the world holds now. */
                        present: {
                            /** Format: int64 */
                            namespaces: number;
                            /** Format: int64 */
                            entries: number;
                            /** Format: int64 */
                            stores: number;
                            /** Format: int64 */
                            configs: number;
                            /** Format: int64 */
                            projects: number;
                            /** Format: int64 */
                            documents: number;
                        };
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
        };
    };
    "admin.snapshots.post": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "before"
                 *     }
                 */
                "application/json": {
                    name?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "before",
                     *       "at": 1769903940000,
                     *       "atIso": "2026-01-31T23:59:00.000Z",
                     *       "sizes": {
                     *         "namespaces": 1,
                     *         "entries": 3,
                     *         "stores": 1,
                     *         "configs": 2,
                     *         "projects": 0,
                     *         "documents": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Snapshot"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            413: components["responses"]["TooLarge"];
        };
    };
    "admin.snapshots.name.restore.post": {
        parameters: {
            query?: {
                /**
                 * @description true: changes nothing, and reports what it would.
                 * @example true
                 */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description The name of a snapshot.
                 * @example before
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "before",
                     *       "at": 1769903940000,
                     *       "atIso": "2026-01-31T23:59:00.000Z",
                     *       "sizes": {
                     *         "namespaces": 1,
                     *         "entries": 3,
                     *         "stores": 1,
                     *         "configs": 2,
                     *         "projects": 0,
                     *         "documents": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Restored"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    "admin.snapshots.name.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of a snapshot.
                 * @example before
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    "admin.world.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "baseUrl": "http://127.0.0.1:4600/_worlds/w1",
                     *       "dbBaseUrl": "http://127.0.0.1:4600/_worlds/w1",
                     *       "adminUrl": "http://127.0.0.1:4600/_worlds/w1/_admin",
                     *       "world": {
                     *         "id": "w1",
                     *         "traceparent": "00-74726973746f7265f7a4aee86b758d4b-55c009a2ef5cec9a-01",
                     *         "baggage": "emulator-world=w1",
                     *         "keyEnding": "@w1"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Connection"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
        };
    };
    "admin.worlds.get": {
        parameters: {
            query?: {
                /**
                 * @description The order; after a "-" the other way round. Left out: the order of their making.
                 * @example -id
                 */
                sort?: "id" | "-id" | "ageMs" | "-ageMs" | "idleMs" | "-idleMs" | "requests" | "-requests";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "worlds": [
                     *         {
                     *           "id": "w1",
                     *           "baseUrl": "http://127.0.0.1:4600/_worlds/w1",
                     *           "dbBaseUrl": "http://127.0.0.1:4600/_worlds/w1",
                     *           "adminUrl": "http://127.0.0.1:4600/_worlds/w1/_admin",
                     *           "traceparent": "00-74726973746f7265f7a4aee86b758d4b-55c009a2ef5cec9a-01",
                     *           "from": "seed",
                     *           "ageMs": 61000,
                     *           "idleMs": 2000,
                     *           "clock": {
                     *             "now": 0,
                     *             "iso": "1970-01-01T00:00:00.000Z",
                     *             "mode": "frozen",
                     *             "rate": 1
                     *           },
                     *           "requests": 41
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        worlds: components["schemas"]["ListedWorld"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
        };
    };
    "admin.worlds.post": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "from": "current"
                 *     }
                 */
                "application/json": {
                    id?: string;
                    from?: string;
                    at?: string;
                    /** @description Varies its answers by this number, as --grease does. */
                    grease?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "w1",
                     *       "baseUrl": "http://127.0.0.1:4600/_worlds/w1",
                     *       "dbBaseUrl": "http://127.0.0.1:4600/_worlds/w1",
                     *       "adminUrl": "http://127.0.0.1:4600/_worlds/w1/_admin",
                     *       "traceparent": "00-74726973746f7265f7a4aee86b758d4b-55c009a2ef5cec9a-01"
                     *     }
                     */
                    "application/json": components["schemas"]["World"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["TooOld"];
            413: components["responses"]["TooLarge"];
        };
    };
    "admin.worlds.id.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a world.
                 * @example w1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    "admin.history.get": {
        parameters: {
            query?: {
                /**
                 * @description From this moment on: r41, after:r41, an instant, start or now.
                 * @example start
                 */
                since?: string;
                /**
                 * @description Up to this moment: r41, after:r41, an instant, start or now.
                 * @example start
                 */
                until?: string;
                /**
                 * @description Only commands of this kind.
                 * @example admin
                 */
                kind?: "request" | "admin";
                /**
                 * @description The most to answer.
                 * @example 10
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "commands": [
                     *         {
                     *           "kind": "request",
                     *           "id": "r1",
                     *           "at": 1769903940000,
                     *           "atIso": "2026-01-31T23:59:00.000Z",
                     *           "method": "GET",
                     *           "target": "/v1/kv/ns_shop_k3v9x2/flag%3Acheckout",
                     *           "operation": "kv.get",
                     *           "status": 200,
                     *           "outcome": "ok"
                     *         }
                     *       ],
                     *       "oldest": "start",
                     *       "began": {
                     *         "at": 1769903940000,
                     *         "atIso": "2026-01-31T23:59:00.000Z",
                     *         "by": "start"
                     *       }
                     *     }
                     */
                    "application/json": {
                        commands: (components["schemas"]["RequestCommand"] | components["schemas"]["AdminCommand"])[];
                        /** @description The oldest point that can be reached. */
                        oldest: string;
                        began: components["schemas"]["Beginning"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["TooOld"];
        };
    };
    "admin.diff.get": {
        parameters: {
            query?: {
                /**
                 * @description The one moment: r41, after:r41, an instant, start or now.
                 * @example start
                 */
                from?: string;
                /**
                 * @description The other moment: r41, after:r41, an instant, start or now.
                 * @example start
                 */
                to?: string;
                /**
                 * @description Lines for people, or JSON.
                 * @example json
                 */
                format?: "json" | "text";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changes": [
                     *         {
                     *           "path": "/namespaces/ns_shop_k3v9x2/usage/2026-01/reads",
                     *           "kind": "changed",
                     *           "before": 998,
                     *           "after": 999,
                     *           "by": "r41"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        changes: components["schemas"]["StateChange"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["TooOld"];
        };
    };
    "admin.namespaces.id.entries.key.history.get": {
        parameters: {
            query?: {
                /**
                 * @description Only changes of this kind.
                 * @example deleted
                 */
                kind?: "written" | "read" | "missed" | "deleted" | "expired" | "expires";
                /**
                 * @description How many, the last ones.
                 * @example 10
                 */
                limit?: number;
                /**
                 * @description A line an event, or JSON.
                 * @example json
                 */
                format?: "json" | "text";
            };
            header?: never;
            path: {
                /**
                 * @description The id of a namespace.
                 * @example ns_shop_k3v9x2
                 */
                id: string;
                /**
                 * @description The key of an entry; a slash in it is written %2F.
                 * @example flag:checkout
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "kind": "read",
                     *           "at": 1769903940000,
                     *           "atIso": "2026-01-31T23:59:00.000Z",
                     *           "by": "r41",
                     *           "credential": "kv_read_demo"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        events: components["schemas"]["LifeEvent"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    "admin.stores.id.entries.key.history.get": {
        parameters: {
            query?: {
                /**
                 * @description Only changes of this kind.
                 * @example deleted
                 */
                kind?: "written" | "read" | "missed" | "deleted" | "expired" | "expires";
                /**
                 * @description How many, the last ones.
                 * @example 10
                 */
                limit?: number;
                /**
                 * @description A line an event, or JSON.
                 * @example json
                 */
                format?: "json" | "text";
            };
            header?: never;
            path: {
                /**
                 * @description The id of a config store.
                 * @example ec_web_89daefd4
                 */
                id: string;
                /**
                 * @description The key of an entry; a slash in it is written %2F.
                 * @example banner
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "kind": "read",
                     *           "at": 1769903940000,
                     *           "atIso": "2026-01-31T23:59:00.000Z",
                     *           "by": "r41",
                     *           "credential": "kv_read_demo"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        events: components["schemas"]["LifeEvent"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    "admin.documents.id.history.get": {
        parameters: {
            query?: {
                /**
                 * @description Only changes of this kind.
                 * @example deleted
                 */
                kind?: "written" | "read" | "missed" | "deleted" | "expired" | "expires";
                /**
                 * @description How many, the last ones.
                 * @example 10
                 */
                limit?: number;
                /**
                 * @description A line an event, or JSON.
                 * @example json
                 */
                format?: "json" | "text";
            };
            header?: never;
            path: {
                /**
                 * @description The id of a document.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "kind": "read",
                     *           "at": 1769903940000,
                     *           "atIso": "2026-01-31T23:59:00.000Z",
                     *           "by": "r41",
                     *           "credential": "kv_read_demo"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        events: components["schemas"]["LifeEvent"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    "admin.projects.id.history.get": {
        parameters: {
            query?: {
                /**
                 * @description Only changes of this kind.
                 * @example deleted
                 */
                kind?: "written" | "read" | "missed" | "deleted" | "expired" | "expires";
                /**
                 * @description How many, the last ones.
                 * @example 10
                 */
                limit?: number;
                /**
                 * @description A line an event, or JSON.
                 * @example json
                 */
                format?: "json" | "text";
            };
            header?: never;
            path: {
                /**
                 * @description The id of a project.
                 * @example 10
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "kind": "read",
                     *           "at": 1769903940000,
                     *           "atIso": "2026-01-31T23:59:00.000Z",
                     *           "by": "r41",
                     *           "credential": "kv_read_demo"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        events: components["schemas"]["LifeEvent"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    "admin.timeline.get": {
        parameters: {
            query?: {
                /**
                 * @description Where the stretch begins; now when left out: r41, after:r41, an instant, start or now.
                 * @example start
                 */
                from?: string;
                /**
                 * @description Where it ends: a point, or an instant that may be in the future; a day after now when left out.
                 * @example 2030-01-01T00:00:00Z
                 */
                to?: string;
                /**
                 * @description How many of the keys that expire are named, on each side of the present.
                 * @example 50
                 */
                names?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": 1769903940000,
                     *       "to": 1769990340000,
                     *       "now": 1769903940000,
                     *       "faults": [
                     *         {
                     *           "id": "f_1",
                     *           "enabled": true,
                     *           "until": 1769904000000
                     *         }
                     *       ],
                     *       "expired": {
                     *         "count": 0,
                     *         "first": []
                     *       },
                     *       "expiries": {
                     *         "count": 1,
                     *         "first": [
                     *           {
                     *             "namespace": "ns_shop_k3v9x2",
                     *             "key": "session:1",
                     *             "at": 1769903940001
                     *           }
                     *         ]
                     *       },
                     *       "months": [
                     *         {
                     *           "at": 1769904000000,
                     *           "namespaces": [
                     *             {
                     *               "id": "ns_shop_k3v9x2",
                     *               "reads": 998,
                     *               "writes": 12,
                     *               "deletes": 1,
                     *               "lists": 3
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "tokens": [
                     *         {
                     *           "at": 1769907540000,
                     *           "sub": "user_alice",
                     *           "by": "r41"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Timeline"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["TooOld"];
        };
    };
    "admin.undo.post": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "to": "r41"
                 *     }
                 */
                "application/json": {
                    to?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "undone": "a3",
                     *       "requests": 20,
                     *       "now": 1769903940000,
                     *       "iso": "2026-01-31T23:59:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Undone"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NothingToUndo"];
            410: components["responses"]["TooOld"];
            413: components["responses"]["TooLarge"];
        };
    };
    "admin.bundle.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "format": "tristore-bundle/3",
                     *       "version": "0.1.0",
                     *       "at": 1769903940000,
                     *       "options": {
                     *         "grease": null,
                     *         "bounds": {
                     *           "requests": 10000,
                     *           "faults": 1000,
                     *           "worlds": 1000,
                     *           "snapshots": 100
                     *         }
                     *       },
                     *       "beginning": {
                     *         "version": 1,
                     *         "clock": {
                     *           "now": "2026-01-31T23:59:00.000Z",
                     *           "freeze": true
                     *         },
                     *         "random": 1
                     *       },
                     *       "commands": [
                     *         {
                     *           "kind": "request",
                     *           "id": "r1",
                     *           "at": 1769903940000,
                     *           "method": "GET",
                     *           "target": "/documents/1",
                     *           "httpVersion": "1.1",
                     *           "origin": "http://127.0.0.1:4600",
                     *           "prefix": "",
                     *           "headers": [
                     *             [
                     *               "X-API-Key",
                     *               "db_demo"
                     *             ]
                     *           ]
                     *         }
                     *       ],
                     *       "answers": [
                     *         {
                     *           "id": "r1",
                     *           "status": 404,
                     *           "hash": "5d41402abc4b2a76b9719d911017c592"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Bundle"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
        };
    };
    "admin.bundle.post": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "format": "tristore-bundle/3",
                 *       "version": "0.1.0",
                 *       "at": 1769903940000,
                 *       "options": {
                 *         "grease": null,
                 *         "bounds": {
                 *           "requests": 10000,
                 *           "faults": 1000,
                 *           "worlds": 1000,
                 *           "snapshots": 100
                 *         }
                 *       },
                 *       "beginning": {
                 *         "version": 1,
                 *         "clock": {
                 *           "now": "2026-01-31T23:59:00.000Z",
                 *           "freeze": true
                 *         },
                 *         "random": 1
                 *       },
                 *       "commands": [
                 *         {
                 *           "kind": "request",
                 *           "id": "r1",
                 *           "at": 1769903940000,
                 *           "method": "GET",
                 *           "target": "/documents/1",
                 *           "httpVersion": "1.1",
                 *           "origin": "http://127.0.0.1:4600",
                 *           "prefix": "",
                 *           "headers": [
                 *             [
                 *               "X-API-Key",
                 *               "db_demo"
                 *             ]
                 *           ]
                 *         }
                 *       ],
                 *       "answers": [
                 *         {
                 *           "id": "r1",
                 *           "status": 404,
                 *           "hash": "5d41402abc4b2a76b9719d911017c592"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Bundle"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "w1",
                     *       "baseUrl": "http://127.0.0.1:4600/_worlds/w1",
                     *       "dbBaseUrl": "http://127.0.0.1:4600/_worlds/w1",
                     *       "adminUrl": "http://127.0.0.1:4600/_worlds/w1/_admin",
                     *       "traceparent": "00-74726973746f7265f7a4aee86b758d4b-55c009a2ef5cec9a-01",
                     *       "run": {
                     *         "requests": 1,
                     *         "calls": 0
                     *       },
                     *       "lastRequest": "r1"
                     *     }
                     */
                    "application/json": components["schemas"]["Replay"];
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidSeed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
        };
    };
    "admin.namespaces.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "namespaces": [
                     *         {
                     *           "id": "ns_shop_k3v9x2",
                     *           "namespaceId": "ns_shop_k3v9x2",
                     *           "owner": "user_local",
                     *           "limits": {
                     *             "reads": 1000
                     *           },
                     *           "limitsInForce": {
                     *             "reads": 1000,
                     *             "writes": 100000,
                     *             "lists": 10000,
                     *             "storageBytes": 104857600
                     *           },
                     *           "monthKey": "2026-01",
                     *           "usage": {
                     *             "reads": 998,
                     *             "writes": 12,
                     *             "deletes": 1,
                     *             "lists": 3,
                     *             "storageBytes": 4096
                     *           },
                     *           "keys": [
                     *             {
                     *               "key": "kv_read_demo",
                     *               "scope": "read"
                     *             }
                     *           ],
                     *           "entries": {
                     *             "live": 1,
                     *             "expired": 0
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        namespaces: components["schemas"]["Namespace"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
        };
    };
    "admin.namespaces.post": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "shop",
                 *       "owner": "user_local",
                 *       "limits": {
                 *         "reads": 1000
                 *       }
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** @description The sub of the tokens that may list it; user_local when left out. */
                    owner?: string;
                    limits?: {
                        reads?: number;
                        writes?: number;
                        lists?: number;
                        storageBytes?: number;
                    };
                };
                /**
                 * @example name: shop
                 *     owner: user_local
                 *     limits:
                 *       reads: 1000
                 */
                "application/yaml": string;
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ns_shop_k3v9x2",
                     *       "namespaceId": "ns_shop_k3v9x2",
                     *       "owner": "user_local",
                     *       "limits": {
                     *         "reads": 1000
                     *       },
                     *       "limitsInForce": {
                     *         "reads": 1000,
                     *         "writes": 100000,
                     *         "lists": 10000,
                     *         "storageBytes": 104857600
                     *       },
                     *       "monthKey": "2026-01",
                     *       "usage": {
                     *         "reads": 998,
                     *         "writes": 12,
                     *         "deletes": 1,
                     *         "lists": 3,
                     *         "storageBytes": 4096
                     *       },
                     *       "keys": [
                     *         {
                     *           "key": "kv_read_demo",
                     *           "scope": "read"
                     *         }
                     *       ],
                     *       "entries": {
                     *         "live": 1,
                     *         "expired": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Namespace"];
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidSeed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            413: components["responses"]["TooLarge"];
        };
    };
    "admin.namespaces.id.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a namespace.
                 * @example ns_shop_k3v9x2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ns_shop_k3v9x2",
                     *       "namespaceId": "ns_shop_k3v9x2",
                     *       "owner": "user_local",
                     *       "limits": {
                     *         "reads": 1000
                     *       },
                     *       "limitsInForce": {
                     *         "reads": 1000,
                     *         "writes": 100000,
                     *         "lists": 10000,
                     *         "storageBytes": 104857600
                     *       },
                     *       "monthKey": "2026-01",
                     *       "usage": {
                     *         "reads": 998,
                     *         "writes": 12,
                     *         "deletes": 1,
                     *         "lists": 3,
                     *         "storageBytes": 4096
                     *       },
                     *       "keys": [
                     *         {
                     *           "key": "kv_read_demo",
                     *           "scope": "read"
                     *         }
                     *       ],
                     *       "entries": {
                     *         "live": 1,
                     *         "expired": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Namespace"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    "admin.namespaces.id.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a namespace.
                 * @example ns_shop_k3v9x2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    "admin.namespaces.id.patch": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a namespace.
                 * @example ns_shop_k3v9x2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "limits": {
                 *         "reads": 500
                 *       },
                 *       "usage": {
                 *         "reads": 499
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The sub of the tokens that may list it; user_local when left out. */
                    owner?: string;
                    limits?: {
                        reads?: number | null;
                        writes?: number | null;
                        lists?: number | null;
                        storageBytes?: number | null;
                    };
                    usage?: {
                        reads?: number;
                        writes?: number;
                        deletes?: number;
                        lists?: number;
                    } & {
                        [key: string]: {
                            reads?: number;
                            writes?: number;
                            deletes?: number;
                            lists?: number;
                        };
                    };
                };
                /**
                 * @example limits:
                 *       reads: 500
                 *     usage:
                 *       reads: 499
                 */
                "application/yaml": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ns_shop_k3v9x2",
                     *       "namespaceId": "ns_shop_k3v9x2",
                     *       "owner": "user_local",
                     *       "limits": {
                     *         "reads": 1000
                     *       },
                     *       "limitsInForce": {
                     *         "reads": 1000,
                     *         "writes": 100000,
                     *         "lists": 10000,
                     *         "storageBytes": 104857600
                     *       },
                     *       "monthKey": "2026-01",
                     *       "usage": {
                     *         "reads": 998,
                     *         "writes": 12,
                     *         "deletes": 1,
                     *         "lists": 3,
                     *         "storageBytes": 4096
                     *       },
                     *       "keys": [
                     *         {
                     *           "key": "kv_read_demo",
                     *           "scope": "read"
                     *         }
                     *       ],
                     *       "entries": {
                     *         "live": 1,
                     *         "expired": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Namespace"];
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidSeed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
        };
    };
    "admin.namespaces.id.keys.post": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a namespace.
                 * @example ns_shop_k3v9x2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "scope": "read"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What it may do.
                     * @enum {string}
                     */
                    scope: "read" | "write" | "admin";
                    /** @description The raw key, as sent in X-KV-Key. */
                    key?: string;
                };
                /** @example scope: read */
                "application/yaml": string;
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": "kv_read_demo",
                     *       "scope": "read"
                     *     }
                     */
                    "application/json": components["schemas"]["ScopedKey"];
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidSeed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
        };
    };
    "admin.namespaces.id.keys.key.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a namespace.
                 * @example ns_shop_k3v9x2
                 */
                id: string;
                /**
                 * @description The text of a key.
                 * @example kv_read_shop
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    "admin.namespaces.id.entries.get": {
        parameters: {
            query?: {
                /**
                 * @description The most of a page.
                 * @example 10
                 */
                limit?: number;
                /**
                 * @description The "next" of the page before.
                 * @example 1:2
                 */
                after?: string;
                /**
                 * @description Only what contains this text, in capitals or not.
                 * @example checkout
                 */
                find?: string;
                /**
                 * @description The order; after a "-" the other way round. Left out: the order of insertion.
                 * @example -key
                 */
                sort?: "key" | "-key" | "size" | "-size" | "createdAt" | "-createdAt" | "expiresAt" | "-expiresAt";
                /**
                 * @description What keys are to begin with.
                 * @example flag:
                 */
                prefix?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of a namespace.
                 * @example ns_shop_k3v9x2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entries": [
                     *         {
                     *           "key": "flag:checkout",
                     *           "value": {
                     *             "enabled": true
                     *           },
                     *           "ttlSeconds": 3600,
                     *           "createdAt": "2026-01-31T23:00:00.000Z",
                     *           "expiresAt": "2026-02-01T00:00:00.000Z",
                     *           "state": "live"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        entries: components["schemas"]["StoredEntry"][];
                        /** @description Where the next page begins; left out at the end. */
                        next?: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    "admin.namespaces.id.entries.key.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a namespace.
                 * @example ns_shop_k3v9x2
                 */
                id: string;
                /**
                 * @description The key of an entry; a slash in it is written %2F.
                 * @example flag:checkout
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": "flag:checkout",
                     *       "value": {
                     *         "enabled": true
                     *       },
                     *       "ttlSeconds": 3600,
                     *       "createdAt": "2026-01-31T23:00:00.000Z",
                     *       "expiresAt": "2026-02-01T00:00:00.000Z",
                     *       "state": "live"
                     *     }
                     */
                    "application/json": components["schemas"]["StoredEntry"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    "admin.namespaces.id.entries.key.put": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a namespace.
                 * @example ns_shop_k3v9x2
                 */
                id: string;
                /**
                 * @description The key of an entry; a slash in it is written %2F.
                 * @example flag:checkout
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "value": {
                 *         "enabled": true
                 *       },
                 *       "ttlSeconds": 3600
                 *     }
                 */
                "application/json": {
                    key?: string;
                    /** @description Any JSON value; text in it may hold templates. */
                    value?: unknown;
                    /** @description The value as exact JSON text, in place of value. */
                    json?: string;
                    /** @constant */
                    literal?: true;
                    /** @description Seconds to live: 60 or more; beside expiresAt any. */
                    ttlSeconds?: number;
                    createdAt?: string | number;
                    expiresAt?: string | number;
                    /** @enum {string} */
                    state?: "live" | "expired";
                };
                /**
                 * @example value:
                 *       enabled: true
                 *     ttlSeconds: 3600
                 */
                "application/yaml": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": "flag:checkout",
                     *       "value": {
                     *         "enabled": true
                     *       },
                     *       "ttlSeconds": 3600,
                     *       "createdAt": "2026-01-31T23:00:00.000Z",
                     *       "expiresAt": "2026-02-01T00:00:00.000Z",
                     *       "state": "live"
                     *     }
                     */
                    "application/json": components["schemas"]["StoredEntry"];
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidSeed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
        };
    };
    "admin.namespaces.id.entries.key.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a namespace.
                 * @example ns_shop_k3v9x2
                 */
                id: string;
                /**
                 * @description The key of an entry; a slash in it is written %2F.
                 * @example flag:checkout
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    "admin.stores.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "stores": [
                     *         {
                     *           "id": "ec_web_89daefd4",
                     *           "storeId": "ec_web_89daefd4",
                     *           "owner": "user_local",
                     *           "keys": [
                     *             {
                     *               "key": "kv_read_demo",
                     *               "scope": "read"
                     *             }
                     *           ],
                     *           "entries": {
                     *             "live": 1
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        stores: components["schemas"]["Store"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
        };
    };
    "admin.stores.post": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "web"
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** @description The sub of the tokens that may list it; user_local when left out. */
                    owner?: string;
                };
                /** @example name: web */
                "application/yaml": string;
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ec_web_89daefd4",
                     *       "storeId": "ec_web_89daefd4",
                     *       "owner": "user_local",
                     *       "keys": [
                     *         {
                     *           "key": "kv_read_demo",
                     *           "scope": "read"
                     *         }
                     *       ],
                     *       "entries": {
                     *         "live": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Store"];
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidSeed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            413: components["responses"]["TooLarge"];
        };
    };
    "admin.stores.id.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a config store.
                 * @example ec_web_89daefd4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ec_web_89daefd4",
                     *       "storeId": "ec_web_89daefd4",
                     *       "owner": "user_local",
                     *       "keys": [
                     *         {
                     *           "key": "kv_read_demo",
                     *           "scope": "read"
                     *         }
                     *       ],
                     *       "entries": {
                     *         "live": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Store"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    "admin.stores.id.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a config store.
                 * @example ec_web_89daefd4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    "admin.stores.id.patch": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a config store.
                 * @example ec_web_89daefd4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "owner": "user_alice"
                 *     }
                 */
                "application/json": {
                    /** @description The sub of the tokens that may list it; user_local when left out. */
                    owner?: string;
                };
                /** @example owner: user_alice */
                "application/yaml": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ec_web_89daefd4",
                     *       "storeId": "ec_web_89daefd4",
                     *       "owner": "user_local",
                     *       "keys": [
                     *         {
                     *           "key": "kv_read_demo",
                     *           "scope": "read"
                     *         }
                     *       ],
                     *       "entries": {
                     *         "live": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Store"];
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidSeed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
        };
    };
    "admin.stores.id.keys.post": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a config store.
                 * @example ec_web_89daefd4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "scope": "read"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What it may do.
                     * @enum {string}
                     */
                    scope: "read" | "write" | "admin";
                    /** @description The raw key, as sent in X-KV-Key. */
                    key?: string;
                };
                /** @example scope: read */
                "application/yaml": string;
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": "kv_read_demo",
                     *       "scope": "read"
                     *     }
                     */
                    "application/json": components["schemas"]["ScopedKey"];
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidSeed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
        };
    };
    "admin.stores.id.keys.key.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a config store.
                 * @example ec_web_89daefd4
                 */
                id: string;
                /**
                 * @description The text of a key.
                 * @example kv_read_web
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    "admin.stores.id.entries.get": {
        parameters: {
            query?: {
                /**
                 * @description The most of a page.
                 * @example 10
                 */
                limit?: number;
                /**
                 * @description The "next" of the page before.
                 * @example 1:2
                 */
                after?: string;
                /**
                 * @description Only what contains this text, in capitals or not.
                 * @example checkout
                 */
                find?: string;
                /**
                 * @description The order; after a "-" the other way round. Left out: the order of insertion.
                 * @example -key
                 */
                sort?: "key" | "-key" | "size" | "-size" | "updatedAt" | "-updatedAt";
                /**
                 * @description What keys are to begin with.
                 * @example flag:
                 */
                prefix?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of a config store.
                 * @example ec_web_89daefd4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entries": [
                     *         {
                     *           "key": "banner",
                     *           "value": {
                     *             "text": "hello"
                     *           },
                     *           "updatedAt": "2026-01-31T23:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        entries: components["schemas"]["StoredConfigEntry"][];
                        /** @description Where the next page begins; left out at the end. */
                        next?: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    "admin.stores.id.entries.key.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a config store.
                 * @example ec_web_89daefd4
                 */
                id: string;
                /**
                 * @description The key of an entry; a slash in it is written %2F.
                 * @example banner
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": "banner",
                     *       "value": {
                     *         "text": "hello"
                     *       },
                     *       "updatedAt": "2026-01-31T23:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StoredConfigEntry"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    "admin.stores.id.entries.key.put": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a config store.
                 * @example ec_web_89daefd4
                 */
                id: string;
                /**
                 * @description The key of an entry; a slash in it is written %2F.
                 * @example banner
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "value": {
                 *         "text": "hello"
                 *       }
                 *     }
                 */
                "application/json": {
                    key?: string;
                    /** @description Any JSON value; text in it may hold templates. */
                    value?: unknown;
                    /** @description The value as exact JSON text, in place of value. */
                    json?: string;
                    /** @constant */
                    literal?: true;
                    updatedAt?: string | number;
                };
                /**
                 * @example value:
                 *       text: hello
                 */
                "application/yaml": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": "banner",
                     *       "value": {
                     *         "text": "hello"
                     *       },
                     *       "updatedAt": "2026-01-31T23:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StoredConfigEntry"];
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidSeed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
        };
    };
    "admin.stores.id.entries.key.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a config store.
                 * @example ec_web_89daefd4
                 */
                id: string;
                /**
                 * @description The key of an entry; a slash in it is written %2F.
                 * @example banner
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    "admin.database.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "rateLimit": {
                     *         "requests": 60,
                     *         "per": "1m"
                     *       },
                     *       "keys": 2,
                     *       "projects": 31,
                     *       "documents": 251
                     *     }
                     */
                    "application/json": components["schemas"]["Database"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
        };
    };
    "admin.database.patch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "rateLimit": {
                 *         "requests": 60,
                 *         "per": "1m"
                 *       }
                 *     }
                 */
                "application/json": {
                    rateLimit?: {
                        requests: number;
                        per: string | number;
                    } | null;
                };
                /**
                 * @example rateLimit:
                 *       requests: 60
                 *       per: 1m
                 */
                "application/yaml": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "rateLimit": {
                     *         "requests": 60,
                     *         "per": "1m"
                     *       },
                     *       "keys": 2,
                     *       "projects": 31,
                     *       "documents": 251
                     *     }
                     */
                    "application/json": components["schemas"]["Database"];
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidSeed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            413: components["responses"]["TooLarge"];
        };
    };
    "admin.database-keys.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "databaseKeys": [
                     *         {
                     *           "key": "db_dev"
                     *         },
                     *         {
                     *           "key": "db_scoped",
                     *           "projects": [
                     *             10
                     *           ],
                     *           "documents": [
                     *             1,
                     *             2
                     *           ],
                     *           "outOfScope": "empty"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        databaseKeys: components["schemas"]["DatabaseKey"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
        };
    };
    "admin.database-keys.post": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "projects": [
                 *         10
                 *       ],
                 *       "outOfScope": "empty"
                 *     }
                 */
                "application/json": {
                    /** @description The raw key, as sent in X-API-Key. */
                    key?: string;
                    /** @description The projects that it sees. */
                    projects?: (number | string)[];
                    /** @description The documents that it sees. */
                    documents?: (number | string)[];
                    /**
                     * @description What a list answers when nothing at all is visible.
                     * @enum {string}
                     */
                    outOfScope?: "empty" | "forbidden";
                };
                /**
                 * @example projects:
                 *       - 10
                 *     outOfScope: empty
                 */
                "application/yaml": string;
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": "db_scoped",
                     *       "projects": [
                     *         10
                     *       ],
                     *       "documents": [
                     *         1,
                     *         2
                     *       ],
                     *       "outOfScope": "empty"
                     *     }
                     */
                    "application/json": components["schemas"]["DatabaseKey"];
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidSeed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
        };
    };
    "admin.database-keys.key.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The text of a key.
                 * @example db_shop
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    "admin.documents.get": {
        parameters: {
            query?: {
                /**
                 * @description The most of a page.
                 * @example 10
                 */
                limit?: number;
                /**
                 * @description The "next" of the page before.
                 * @example 1:2
                 */
                after?: string;
                /**
                 * @description Only what contains this text, in capitals or not.
                 * @example checkout
                 */
                find?: string;
                /**
                 * @description The order; after a "-" the other way round. Left out: the order of insertion.
                 * @example -id
                 */
                sort?: "id" | "-id" | "title" | "-title" | "project" | "-project";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "documents": [
                     *         {
                     *           "id": 1,
                     *           "title": "Intro script",
                     *           "content": "print('hi')",
                     *           "project": 10
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        documents: components["schemas"]["StoredDocument"][];
                        /** @description Where the next page begins; left out at the end. */
                        next?: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
        };
    };
    "admin.documents.post": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Intro script",
                 *       "content": "print('hi')",
                 *       "project": 10
                 *     }
                 */
                "application/json": {
                    id?: number | string;
                    title: string;
                    content?: string;
                    project?: number | string;
                    /** @constant */
                    literal?: true;
                };
                /**
                 * @example title: Intro script
                 *     content: print('hi')
                 *     project: 10
                 */
                "application/yaml": string;
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "title": "Intro script",
                     *       "content": "print('hi')",
                     *       "project": 10
                     *     }
                     */
                    "application/json": components["schemas"]["StoredDocument"];
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidSeed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
        };
    };
    "admin.documents.id.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a document.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "title": "Intro script",
                     *       "content": "print('hi')",
                     *       "project": 10
                     *     }
                     */
                    "application/json": components["schemas"]["StoredDocument"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    "admin.documents.id.put": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a document.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Intro script",
                 *       "content": "print('hi')",
                 *       "project": 10
                 *     }
                 */
                "application/json": {
                    id?: number | string;
                    title: string;
                    content?: string;
                    project?: number | string;
                    /** @constant */
                    literal?: true;
                };
                /**
                 * @example title: Intro script
                 *     content: print('hi')
                 *     project: 10
                 */
                "application/yaml": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "title": "Intro script",
                     *       "content": "print('hi')",
                     *       "project": 10
                     *     }
                     */
                    "application/json": components["schemas"]["StoredDocument"];
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidSeed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
        };
    };
    "admin.documents.id.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a document.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    "admin.projects.get": {
        parameters: {
            query?: {
                /**
                 * @description The most of a page.
                 * @example 10
                 */
                limit?: number;
                /**
                 * @description The "next" of the page before.
                 * @example 1:2
                 */
                after?: string;
                /**
                 * @description Only what contains this text, in capitals or not.
                 * @example checkout
                 */
                find?: string;
                /**
                 * @description The order; after a "-" the other way round. Left out: the order of insertion.
                 * @example -id
                 */
                sort?: "id" | "-id" | "name" | "-name";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "projects": [
                     *         {
                     *           "id": 10,
                     *           "name": "Onboarding",
                     *           "description": "Example scripts"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        projects: components["schemas"]["StoredProject"][];
                        /** @description Where the next page begins; left out at the end. */
                        next?: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
        };
    };
    "admin.projects.post": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Onboarding",
                 *       "description": "Example scripts"
                 *     }
                 */
                "application/json": {
                    id?: number | string;
                    name: string;
                    description?: string;
                    /** @constant */
                    literal?: true;
                };
                /**
                 * @example name: Onboarding
                 *     description: Example scripts
                 */
                "application/yaml": string;
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 10,
                     *       "name": "Onboarding",
                     *       "description": "Example scripts"
                     *     }
                     */
                    "application/json": components["schemas"]["StoredProject"];
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidSeed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
        };
    };
    "admin.projects.id.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a project.
                 * @example 10
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 10,
                     *       "name": "Onboarding",
                     *       "description": "Example scripts"
                     *     }
                     */
                    "application/json": components["schemas"]["StoredProject"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    "admin.projects.id.put": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a project.
                 * @example 10
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Onboarding",
                 *       "description": "Example scripts"
                 *     }
                 */
                "application/json": {
                    id?: number | string;
                    name: string;
                    description?: string;
                    /** @constant */
                    literal?: true;
                };
                /**
                 * @example name: Onboarding
                 *     description: Example scripts
                 */
                "application/yaml": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 10,
                     *       "name": "Onboarding",
                     *       "description": "Example scripts"
                     *     }
                     */
                    "application/json": components["schemas"]["StoredProject"];
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidSeed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
        };
    };
    "admin.projects.id.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a project.
                 * @example 10
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    "admin.tokens.post": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "sub": "user_local",
                 *       "expiresIn": "1h"
                 *     }
                 */
                "application/json": {
                    sub?: string;
                    expiresIn?: number | string;
                    claims?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token": "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1c2VyX2xvY2FsIn0.c2lnbmF0dXJl"
                     *     }
                     */
                    "application/json": {
                        /** @description A JWT. */
                        token: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            413: components["responses"]["TooLarge"];
        };
    };
    "admin.profile.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "kv": {
                     *         "putStatus": 200,
                     *         "deleteStatus": 200,
                     *         "deleteMissing": 404,
                     *         "deleteBody": "ok+key",
                     *         "valueMissing": "reject",
                     *         "ttlMissing": "reject",
                     *         "ttlInvalid": "reject",
                     *         "ttlEcho": "clamped",
                     *         "readTtl": "original",
                     *         "createdAtOnUpsert": "kept",
                     *         "createdAtPrecision": "milliseconds",
                     *         "countMisses": true,
                     *         "countRefusedPuts": false,
                     *         "countMissingDeletes": false,
                     *         "storageOf": "key+value",
                     *         "expiredStorage": "counted",
                     *         "defaultLimits": {
                     *           "reads": 1000000,
                     *           "writes": 100000,
                     *           "lists": 10000,
                     *           "storageBytes": 104857600
                     *         },
                     *         "listWithScopedKey": 401,
                     *         "quotaRetryAfter": false,
                     *         "invalidStatus": 400,
                     *         "checkOrder": "quota-first"
                     *       },
                     *       "config": {
                     *         "putStatus": 200,
                     *         "deleteStatus": 200,
                     *         "deleteMissing": 404,
                     *         "deleteBody": "ok+key"
                     *       },
                     *       "auth": {
                     *         "foreignKey": 403,
                     *         "missingNamespace": "first",
                     *         "notOwner": 403,
                     *         "jwt": "verify",
                     *         "jwksFile": null,
                     *         "secret": null,
                     *         "tokenTime": "virtual",
                     *         "ownerClaim": "sub",
                     *         "challenge": false,
                     *         "issuer": null,
                     *         "audience": null,
                     *         "leeway": 0
                     *       },
                     *       "errors": {
                     *         "shape": "flat",
                     *         "codes": {
                     *           "400": null,
                     *           "401": null,
                     *           "403": null,
                     *           "404": null,
                     *           "413": "payload_too_large",
                     *           "5xx": "internal_error"
                     *         }
                     *       },
                     *       "database": {
                     *         "defaultPageSize": 20,
                     *         "maxPageSize": 100,
                     *         "overMax": "clamp",
                     *         "next": "url",
                     *         "createProjectStatus": 201,
                     *         "scopedOut": 403,
                     *         "documentIdInvalid": 400,
                     *         "limitZero": "reject",
                     *         "contentNull": "reject",
                     *         "descriptionNull": "reject",
                     *         "absentMembers": "left-out",
                     *         "unknownMembers": "ignore",
                     *         "sentId": "ignore",
                     *         "rateLimitRetryAfter": true,
                     *         "rateWindow": "fixed",
                     *         "validationStatus": 400,
                     *         "codes": {
                     *           "401": "unauthorized",
                     *           "403": "forbidden",
                     *           "409": "conflict",
                     *           "413": "payload_too_large",
                     *           "429": "rate_limited",
                     *           "5xx": "internal_error"
                     *         }
                     *       },
                     *       "limits": {
                     *         "keyBytes": null,
                     *         "keyCharacters": null,
                     *         "keyStatus": 413,
                     *         "valueBytes": null,
                     *         "bodyBytes": 10485760
                     *       },
                     *       "http": {
                     *         "notShown": 501,
                     *         "contentType": "any",
                     *         "charset": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The key-value store.
                         * @default {}
                         */
                        kv: {
                            /**
                             * @description The status of a successful put of an entry; "201 or 200": 201 for a new key, 200 for one that is replaced.
                             * @default 200
                             * @enum {string|number}
                             */
                            putStatus: 200 | 201 | "201 or 200";
                            /**
                             * @description The status of a successful delete of an entry; a 204 has no body.
                             * @default 200
                             * @enum {number}
                             */
                            deleteStatus: 200 | 204;
                            /**
                             * @description What deleting an entry that is not there answers: a 404, or what a delete answers.
                             * @default 404
                             * @enum {string|number}
                             */
                            deleteMissing: 404 | "ok";
                            /**
                             * @description The body of a successful delete of an entry: {ok, key}, or {ok}.
                             * @default ok+key
                             * @enum {string}
                             */
                            deleteBody: "ok+key" | "ok";
                            /**
                             * @description What a put without value does: it is refused with 400, or stores null.
                             * @default reject
                             * @enum {string}
                             */
                            valueMissing: "reject" | "null";
                            /**
                             * @description What a put without ttlSeconds does: it is refused with 400, or the entry lives for this number of seconds.
                             * @default reject
                             */
                            ttlMissing: "reject" | number;
                            /**
                             * @description What a put whose ttlSeconds is not an integer does: it is refused with 400, or a number is truncated.
                             * @default reject
                             * @enum {string}
                             */
                            ttlInvalid: "reject" | "truncate";
                            /**
                             * @description The ttlSeconds in the answer to a put of fewer than 60: 60, or what was sent.
                             * @default clamped
                             * @enum {string}
                             */
                            ttlEcho: "clamped" | "requested";
                            /**
                             * @description The ttlSeconds in reads and lists: as it was put, or what remains of it, rounded up or down to a second.
                             * @default original
                             * @enum {string}
                             */
                            readTtl: "original" | "remaining" | "remaining-floor";
                            /**
                             * @description Whether a put over a live key keeps its createdAt.
                             * @default kept
                             * @enum {string}
                             */
                            createdAtOnUpsert: "kept" | "renewed";
                            /**
                             * @description The precision of createdAt.
                             * @default milliseconds
                             * @enum {string}
                             */
                            createdAtPrecision: "milliseconds" | "seconds";
                            /**
                             * @description Whether reads that find no key count as reads.
                             * @default true
                             */
                            countMisses: boolean;
                            /**
                             * @description Whether puts that pass the quota, and are refused then, count as writes.
                             * @default false
                             */
                            countRefusedPuts: boolean;
                            /**
                             * @description Whether deletes of missing keys count as deletes.
                             * @default false
                             */
                            countMissingDeletes: boolean;
                            /**
                             * @description What occupies storage: the bytes of keys and of values, or of values alone.
                             * @default key+value
                             * @enum {string}
                             */
                            storageOf: "key+value" | "value";
                            /**
                             * @description Whether expired entries occupy storage until a request meets them.
                             * @default counted
                             * @enum {string}
                             */
                            expiredStorage: "counted" | "freed";
                            /**
                             * @description The limits of namespaces that set none; 0 allows nothing.
                             * @default {}
                             */
                            defaultLimits: {
                                /**
                                 * @description Reads a month.
                                 * @default 1000000
                                 */
                                reads: number;
                                /**
                                 * @description Writes a month.
                                 * @default 100000
                                 */
                                writes: number;
                                /**
                                 * @description Lists a month.
                                 * @default 10000
                                 */
                                lists: number;
                                /**
                                 * @description Bytes stored at a time.
                                 * @default 104857600
                                 */
                                storageBytes: number;
                            };
                            /**
                             * @description What a list with an API key in place of a token answers: this status, or the keys if the scope is read or admin.
                             * @default 401
                             * @enum {string|number}
                             */
                            listWithScopedKey: 401 | 403 | "allow";
                            /**
                             * @description Whether a 429 for a monthly quota has Retry-After, the seconds to the next month.
                             * @default false
                             */
                            quotaRetryAfter: boolean;
                            /**
                             * @description The status of a put whose body is malformed or invalid.
                             * @default 400
                             * @enum {number}
                             */
                            invalidStatus: 400 | 422;
                            /**
                             * @description What an invalid read or put answers once its quota is used up: 429, or what is wrong with the request.
                             * @default quota-first
                             * @enum {string}
                             */
                            checkOrder: "quota-first" | "request-first";
                        };
                        /**
                         * @description The config store.
                         * @default {}
                         */
                        config: {
                            /**
                             * @description The status of a successful put of a config entry; "201 or 200": 201 for a new key, 200 for one that is replaced.
                             * @default 200
                             * @enum {string|number}
                             */
                            putStatus: 200 | 201 | "201 or 200";
                            /**
                             * @description The status of a successful delete of a config entry; a 204 has no body.
                             * @default 200
                             * @enum {number}
                             */
                            deleteStatus: 200 | 204;
                            /**
                             * @description What deleting a config entry that is not there answers: a 404, or what a delete answers.
                             * @default 404
                             * @enum {string|number}
                             */
                            deleteMissing: 404 | "ok";
                            /**
                             * @description The body of a successful delete of a config entry: {ok, key}, or {ok}.
                             * @default ok+key
                             * @enum {string}
                             */
                            deleteBody: "ok+key" | "ok";
                        };
                        /**
                         * @description The credentials of the key-value store and of the config store.
                         * @default {}
                         */
                        auth: {
                            /**
                             * @description The status for an API key of another namespace or store.
                             * @default 403
                             * @enum {number}
                             */
                            foreignKey: 403 | 401 | 404;
                            /**
                             * @description Whether a missing namespace or store is reported before an unknown key (404), or after it (401).
                             * @default first
                             * @enum {string}
                             */
                            missingNamespace: "first" | "after-key";
                            /**
                             * @description The status for the token of somebody who does not own the namespace.
                             * @default 403
                             * @enum {number}
                             */
                            notOwner: 403 | 404;
                            /**
                             * @description What a token needs: a signature that is verified, or the form of a token alone.
                             * @default verify
                             * @enum {string}
                             */
                            jwt: "verify" | "decode";
                            /**
                             * @description A file with the JSON Web Key Set of another provider, whose tokens are taken too; read again as it changes.
                             * @default null
                             */
                            jwksFile: string | null;
                            /**
                             * @description The secret of another provider, whose tokens (HS256, HS384, HS512) are taken too.
                             * @default null
                             */
                            secret: string | null;
                            /**
                             * @description The clock that exp and nbf of tokens are held against; "real" for those of a real provider while the clock is moved.
                             * @default virtual
                             * @enum {string}
                             */
                            tokenTime: "virtual" | "real";
                            /**
                             * @description The claim of a token that names the owner.
                             * @default sub
                             */
                            ownerClaim: string;
                            /**
                             * @description Whether a 401 has WWW-Authenticate.
                             * @default false
                             */
                            challenge: boolean;
                            /**
                             * @description The iss that tokens must have; null: any, or none.
                             * @default null
                             */
                            issuer: string | null;
                            /**
                             * @description The aud that tokens must have; null: any, or none.
                             * @default null
                             */
                            audience: string | null;
                            /**
                             * @description Seconds by which exp and nbf of tokens may be missed.
                             * @default 0
                             */
                            leeway: number;
                        };
                        /**
                         * @description The errors of the key-value store and of the config store.
                         * @default {}
                         */
                        errors: {
                            /**
                             * @description The form of an error: {ok, error: code, message}, {ok, error: {code, message}}, or {ok, code, message}.
                             * @default flat
                             * @enum {string}
                             */
                            shape: "flat" | "nested" | "code";
                            /**
                             * @description Error codes, by status, if the contract has none.
                             * @default {}
                             */
                            codes: {
                                /**
                                 * @description The error code of a 400; null: none.
                                 * @default null
                                 */
                                400: string | null;
                                /**
                                 * @description The error code of a 401; null: none.
                                 * @default null
                                 */
                                401: string | null;
                                /**
                                 * @description The error code of a 403; null: none.
                                 * @default null
                                 */
                                403: string | null;
                                /**
                                 * @description The error code of a 404; null: none.
                                 * @default null
                                 */
                                404: string | null;
                                /**
                                 * @description The error code of a 413; null: none.
                                 * @default payload_too_large
                                 */
                                413: string | null;
                                /**
                                 * @description The error code of a 500, or another status from there; null: none.
                                 * @default internal_error
                                 */
                                "5xx": string | null;
                            };
                        };
                        /**
                         * @description The document database.
                         * @default {}
                         */
                        database: {
                            /**
                             * @description Records on a page if no limit is asked for.
                             * @default 20
                             */
                            defaultPageSize: number;
                            /**
                             * @description The most records on a page.
                             * @default 100
                             */
                            maxPageSize: number;
                            /**
                             * @description What a limit above maxPageSize does: it is cut down to that, or refused with 400.
                             * @default clamp
                             * @enum {string}
                             */
                            overMax: "clamp" | "reject";
                            /**
                             * @description What x-next holds: the whole URL of the next page, its path, or the bare cursor.
                             * @default url
                             * @enum {string}
                             */
                            next: "url" | "path" | "cursor";
                            /**
                             * @description The status of a successful create of a project.
                             * @default 201
                             * @enum {number}
                             */
                            createProjectStatus: 201 | 200;
                            /**
                             * @description The status for a document outside the scope of the key.
                             * @default 403
                             * @enum {number}
                             */
                            scopedOut: 403 | 404;
                            /**
                             * @description The status for a document id that is not an int64.
                             * @default 400
                             * @enum {number}
                             */
                            documentIdInvalid: 400 | 404;
                            /**
                             * @description What limit=0 answers: a 400, or an empty list.
                             * @default reject
                             * @enum {string}
                             */
                            limitZero: "reject" | "empty";
                            /**
                             * @description What a create with content null does: it is refused with 400, or done as if there were none.
                             * @default reject
                             * @enum {string}
                             */
                            contentNull: "reject" | "accept";
                            /**
                             * @description What a create with description null does: it is refused with 400, or done as if there were none.
                             * @default reject
                             * @enum {string}
                             */
                            descriptionNull: "reject" | "accept";
                            /**
                             * @description What a content or description that a record does not have is in answers.
                             * @default left-out
                             * @enum {string}
                             */
                            absentMembers: "left-out" | "null";
                            /**
                             * @description What a create does with members that the contract does not show.
                             * @default ignore
                             * @enum {string}
                             */
                            unknownMembers: "ignore" | "reject";
                            /**
                             * @description What a create does with an id in its body.
                             * @default ignore
                             * @enum {string}
                             */
                            sentId: "ignore" | "reject";
                            /**
                             * @description Whether a 429 for the rate limit has Retry-After.
                             * @default true
                             */
                            rateLimitRetryAfter: boolean;
                            /**
                             * @description Whether the windows of the rate limit are fixed, or end with each request.
                             * @default fixed
                             * @enum {string}
                             */
                            rateWindow: "fixed" | "sliding";
                            /**
                             * @description The status that comes with validation_error.
                             * @default 400
                             * @enum {number}
                             */
                            validationStatus: 400 | 422;
                            /**
                             * @description Error codes, by status, if the contract has none.
                             * @default {}
                             */
                            codes: {
                                /**
                                 * @description The error code of a 401.
                                 * @default unauthorized
                                 */
                                401: string;
                                /**
                                 * @description The error code of a 403.
                                 * @default forbidden
                                 */
                                403: string;
                                /**
                                 * @description The error code of a 409.
                                 * @default conflict
                                 */
                                409: string;
                                /**
                                 * @description The error code of a 413.
                                 * @default payload_too_large
                                 */
                                413: string;
                                /**
                                 * @description The error code of a 429.
                                 * @default rate_limited
                                 */
                                429: string;
                                /**
                                 * @description The error code of a 500, or another status from there.
                                 * @default internal_error
                                 */
                                "5xx": string;
                            };
                        };
                        /**
                         * @description Sizes, for all of the services; null: no limit.
                         * @default {}
                         */
                        limits: {
                            /**
                             * @description The longest key, in bytes of UTF-8; none has more than 8000 characters.
                             * @default null
                             */
                            keyBytes: number | null;
                            /**
                             * @description The characters that keys may have, and ranges of them, such as "A-Za-z0-9_.:-"; null: any.
                             * @default null
                             */
                            keyCharacters: string | null;
                            /**
                             * @description The status for a key that is too long or has other characters.
                             * @default 413
                             * @enum {number}
                             */
                            keyStatus: 413 | 400 | 404 | 414;
                            /**
                             * @description The longest value, in bytes of its JSON text; a longer one answers 413.
                             * @default null
                             */
                            valueBytes: number | null;
                            /**
                             * @description The longest request body, in bytes, null: 64 MiB; a longer one answers 413.
                             * @default 10485760
                             */
                            bodyBytes: number | null;
                        };
                        /**
                         * @description HTTP, for all of the services.
                         * @default {}
                         */
                        http: {
                            /**
                             * @description The status for what the contract does not show; 405: for a method, with Allow, and 404 for a path.
                             * @default 501
                             * @enum {number}
                             */
                            notShown: 501 | 404 | 405;
                            /**
                             * @description Whether request bodies may have any Content-Type, or must be JSON (else 415).
                             * @default any
                             * @enum {string}
                             */
                            contentType: "any" | "require";
                            /**
                             * @description Whether the Content-Type of answers names the charset, utf-8.
                             * @default false
                             */
                            charset: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
        };
    };
    "admin.profile.patch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "kv": {
                 *         "putStatus": 201
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The key-value store.
                     * @default {}
                     */
                    kv?: {
                        /**
                         * @description The status of a successful put of an entry; "201 or 200": 201 for a new key, 200 for one that is replaced.
                         * @default 200
                         * @enum {string|number}
                         */
                        putStatus?: 200 | 201 | "201 or 200";
                        /**
                         * @description The status of a successful delete of an entry; a 204 has no body.
                         * @default 200
                         * @enum {number}
                         */
                        deleteStatus?: 200 | 204;
                        /**
                         * @description What deleting an entry that is not there answers: a 404, or what a delete answers.
                         * @default 404
                         * @enum {string|number}
                         */
                        deleteMissing?: 404 | "ok";
                        /**
                         * @description The body of a successful delete of an entry: {ok, key}, or {ok}.
                         * @default ok+key
                         * @enum {string}
                         */
                        deleteBody?: "ok+key" | "ok";
                        /**
                         * @description What a put without value does: it is refused with 400, or stores null.
                         * @default reject
                         * @enum {string}
                         */
                        valueMissing?: "reject" | "null";
                        /**
                         * @description What a put without ttlSeconds does: it is refused with 400, or the entry lives for this number of seconds.
                         * @default reject
                         */
                        ttlMissing?: "reject" | number;
                        /**
                         * @description What a put whose ttlSeconds is not an integer does: it is refused with 400, or a number is truncated.
                         * @default reject
                         * @enum {string}
                         */
                        ttlInvalid?: "reject" | "truncate";
                        /**
                         * @description The ttlSeconds in the answer to a put of fewer than 60: 60, or what was sent.
                         * @default clamped
                         * @enum {string}
                         */
                        ttlEcho?: "clamped" | "requested";
                        /**
                         * @description The ttlSeconds in reads and lists: as it was put, or what remains of it, rounded up or down to a second.
                         * @default original
                         * @enum {string}
                         */
                        readTtl?: "original" | "remaining" | "remaining-floor";
                        /**
                         * @description Whether a put over a live key keeps its createdAt.
                         * @default kept
                         * @enum {string}
                         */
                        createdAtOnUpsert?: "kept" | "renewed";
                        /**
                         * @description The precision of createdAt.
                         * @default milliseconds
                         * @enum {string}
                         */
                        createdAtPrecision?: "milliseconds" | "seconds";
                        /**
                         * @description Whether reads that find no key count as reads.
                         * @default true
                         */
                        countMisses?: boolean;
                        /**
                         * @description Whether puts that pass the quota, and are refused then, count as writes.
                         * @default false
                         */
                        countRefusedPuts?: boolean;
                        /**
                         * @description Whether deletes of missing keys count as deletes.
                         * @default false
                         */
                        countMissingDeletes?: boolean;
                        /**
                         * @description What occupies storage: the bytes of keys and of values, or of values alone.
                         * @default key+value
                         * @enum {string}
                         */
                        storageOf?: "key+value" | "value";
                        /**
                         * @description Whether expired entries occupy storage until a request meets them.
                         * @default counted
                         * @enum {string}
                         */
                        expiredStorage?: "counted" | "freed";
                        /**
                         * @description The limits of namespaces that set none; 0 allows nothing.
                         * @default {}
                         */
                        defaultLimits?: {
                            /**
                             * @description Reads a month.
                             * @default 1000000
                             */
                            reads?: number;
                            /**
                             * @description Writes a month.
                             * @default 100000
                             */
                            writes?: number;
                            /**
                             * @description Lists a month.
                             * @default 10000
                             */
                            lists?: number;
                            /**
                             * @description Bytes stored at a time.
                             * @default 104857600
                             */
                            storageBytes?: number;
                        };
                        /**
                         * @description What a list with an API key in place of a token answers: this status, or the keys if the scope is read or admin.
                         * @default 401
                         * @enum {string|number}
                         */
                        listWithScopedKey?: 401 | 403 | "allow";
                        /**
                         * @description Whether a 429 for a monthly quota has Retry-After, the seconds to the next month.
                         * @default false
                         */
                        quotaRetryAfter?: boolean;
                        /**
                         * @description The status of a put whose body is malformed or invalid.
                         * @default 400
                         * @enum {number}
                         */
                        invalidStatus?: 400 | 422;
                        /**
                         * @description What an invalid read or put answers once its quota is used up: 429, or what is wrong with the request.
                         * @default quota-first
                         * @enum {string}
                         */
                        checkOrder?: "quota-first" | "request-first";
                    };
                    /**
                     * @description The config store.
                     * @default {}
                     */
                    config?: {
                        /**
                         * @description The status of a successful put of a config entry; "201 or 200": 201 for a new key, 200 for one that is replaced.
                         * @default 200
                         * @enum {string|number}
                         */
                        putStatus?: 200 | 201 | "201 or 200";
                        /**
                         * @description The status of a successful delete of a config entry; a 204 has no body.
                         * @default 200
                         * @enum {number}
                         */
                        deleteStatus?: 200 | 204;
                        /**
                         * @description What deleting a config entry that is not there answers: a 404, or what a delete answers.
                         * @default 404
                         * @enum {string|number}
                         */
                        deleteMissing?: 404 | "ok";
                        /**
                         * @description The body of a successful delete of a config entry: {ok, key}, or {ok}.
                         * @default ok+key
                         * @enum {string}
                         */
                        deleteBody?: "ok+key" | "ok";
                    };
                    /**
                     * @description The credentials of the key-value store and of the config store.
                     * @default {}
                     */
                    auth?: {
                        /**
                         * @description The status for an API key of another namespace or store.
                         * @default 403
                         * @enum {number}
                         */
                        foreignKey?: 403 | 401 | 404;
                        /**
                         * @description Whether a missing namespace or store is reported before an unknown key (404), or after it (401).
                         * @default first
                         * @enum {string}
                         */
                        missingNamespace?: "first" | "after-key";
                        /**
                         * @description The status for the token of somebody who does not own the namespace.
                         * @default 403
                         * @enum {number}
                         */
                        notOwner?: 403 | 404;
                        /**
                         * @description What a token needs: a signature that is verified, or the form of a token alone.
                         * @default verify
                         * @enum {string}
                         */
                        jwt?: "verify" | "decode";
                        /**
                         * @description A file with the JSON Web Key Set of another provider, whose tokens are taken too; read again as it changes.
                         * @default null
                         */
                        jwksFile?: string | null;
                        /**
                         * @description The secret of another provider, whose tokens (HS256, HS384, HS512) are taken too.
                         * @default null
                         */
                        secret?: string | null;
                        /**
                         * @description The clock that exp and nbf of tokens are held against; "real" for those of a real provider while the clock is moved.
                         * @default virtual
                         * @enum {string}
                         */
                        tokenTime?: "virtual" | "real";
                        /**
                         * @description The claim of a token that names the owner.
                         * @default sub
                         */
                        ownerClaim?: string;
                        /**
                         * @description Whether a 401 has WWW-Authenticate.
                         * @default false
                         */
                        challenge?: boolean;
                        /**
                         * @description The iss that tokens must have; null: any, or none.
                         * @default null
                         */
                        issuer?: string | null;
                        /**
                         * @description The aud that tokens must have; null: any, or none.
                         * @default null
                         */
                        audience?: string | null;
                        /**
                         * @description Seconds by which exp and nbf of tokens may be missed.
                         * @default 0
                         */
                        leeway?: number;
                    };
                    /**
                     * @description The errors of the key-value store and of the config store.
                     * @default {}
                     */
                    errors?: {
                        /**
                         * @description The form of an error: {ok, error: code, message}, {ok, error: {code, message}}, or {ok, code, message}.
                         * @default flat
                         * @enum {string}
                         */
                        shape?: "flat" | "nested" | "code";
                        /**
                         * @description Error codes, by status, if the contract has none.
                         * @default {}
                         */
                        codes?: {
                            /**
                             * @description The error code of a 400; null: none.
                             * @default null
                             */
                            400?: string | null;
                            /**
                             * @description The error code of a 401; null: none.
                             * @default null
                             */
                            401?: string | null;
                            /**
                             * @description The error code of a 403; null: none.
                             * @default null
                             */
                            403?: string | null;
                            /**
                             * @description The error code of a 404; null: none.
                             * @default null
                             */
                            404?: string | null;
                            /**
                             * @description The error code of a 413; null: none.
                             * @default payload_too_large
                             */
                            413?: string | null;
                            /**
                             * @description The error code of a 500, or another status from there; null: none.
                             * @default internal_error
                             */
                            "5xx"?: string | null;
                        };
                    };
                    /**
                     * @description The document database.
                     * @default {}
                     */
                    database?: {
                        /**
                         * @description Records on a page if no limit is asked for.
                         * @default 20
                         */
                        defaultPageSize?: number;
                        /**
                         * @description The most records on a page.
                         * @default 100
                         */
                        maxPageSize?: number;
                        /**
                         * @description What a limit above maxPageSize does: it is cut down to that, or refused with 400.
                         * @default clamp
                         * @enum {string}
                         */
                        overMax?: "clamp" | "reject";
                        /**
                         * @description What x-next holds: the whole URL of the next page, its path, or the bare cursor.
                         * @default url
                         * @enum {string}
                         */
                        next?: "url" | "path" | "cursor";
                        /**
                         * @description The status of a successful create of a project.
                         * @default 201
                         * @enum {number}
                         */
                        createProjectStatus?: 201 | 200;
                        /**
                         * @description The status for a document outside the scope of the key.
                         * @default 403
                         * @enum {number}
                         */
                        scopedOut?: 403 | 404;
                        /**
                         * @description The status for a document id that is not an int64.
                         * @default 400
                         * @enum {number}
                         */
                        documentIdInvalid?: 400 | 404;
                        /**
                         * @description What limit=0 answers: a 400, or an empty list.
                         * @default reject
                         * @enum {string}
                         */
                        limitZero?: "reject" | "empty";
                        /**
                         * @description What a create with content null does: it is refused with 400, or done as if there were none.
                         * @default reject
                         * @enum {string}
                         */
                        contentNull?: "reject" | "accept";
                        /**
                         * @description What a create with description null does: it is refused with 400, or done as if there were none.
                         * @default reject
                         * @enum {string}
                         */
                        descriptionNull?: "reject" | "accept";
                        /**
                         * @description What a content or description that a record does not have is in answers.
                         * @default left-out
                         * @enum {string}
                         */
                        absentMembers?: "left-out" | "null";
                        /**
                         * @description What a create does with members that the contract does not show.
                         * @default ignore
                         * @enum {string}
                         */
                        unknownMembers?: "ignore" | "reject";
                        /**
                         * @description What a create does with an id in its body.
                         * @default ignore
                         * @enum {string}
                         */
                        sentId?: "ignore" | "reject";
                        /**
                         * @description Whether a 429 for the rate limit has Retry-After.
                         * @default true
                         */
                        rateLimitRetryAfter?: boolean;
                        /**
                         * @description Whether the windows of the rate limit are fixed, or end with each request.
                         * @default fixed
                         * @enum {string}
                         */
                        rateWindow?: "fixed" | "sliding";
                        /**
                         * @description The status that comes with validation_error.
                         * @default 400
                         * @enum {number}
                         */
                        validationStatus?: 400 | 422;
                        /**
                         * @description Error codes, by status, if the contract has none.
                         * @default {}
                         */
                        codes?: {
                            /**
                             * @description The error code of a 401.
                             * @default unauthorized
                             */
                            401?: string;
                            /**
                             * @description The error code of a 403.
                             * @default forbidden
                             */
                            403?: string;
                            /**
                             * @description The error code of a 409.
                             * @default conflict
                             */
                            409?: string;
                            /**
                             * @description The error code of a 413.
                             * @default payload_too_large
                             */
                            413?: string;
                            /**
                             * @description The error code of a 429.
                             * @default rate_limited
                             */
                            429?: string;
                            /**
                             * @description The error code of a 500, or another status from there.
                             * @default internal_error
                             */
                            "5xx"?: string;
                        };
                    };
                    /**
                     * @description Sizes, for all of the services; null: no limit.
                     * @default {}
                     */
                    limits?: {
                        /**
                         * @description The longest key, in bytes of UTF-8; none has more than 8000 characters.
                         * @default null
                         */
                        keyBytes?: number | null;
                        /**
                         * @description The characters that keys may have, and ranges of them, such as "A-Za-z0-9_.:-"; null: any.
                         * @default null
                         */
                        keyCharacters?: string | null;
                        /**
                         * @description The status for a key that is too long or has other characters.
                         * @default 413
                         * @enum {number}
                         */
                        keyStatus?: 413 | 400 | 404 | 414;
                        /**
                         * @description The longest value, in bytes of its JSON text; a longer one answers 413.
                         * @default null
                         */
                        valueBytes?: number | null;
                        /**
                         * @description The longest request body, in bytes, null: 64 MiB; a longer one answers 413.
                         * @default 10485760
                         */
                        bodyBytes?: number | null;
                    };
                    /**
                     * @description HTTP, for all of the services.
                     * @default {}
                     */
                    http?: {
                        /**
                         * @description The status for what the contract does not show; 405: for a method, with Allow, and 404 for a path.
                         * @default 501
                         * @enum {number}
                         */
                        notShown?: 501 | 404 | 405;
                        /**
                         * @description Whether request bodies may have any Content-Type, or must be JSON (else 415).
                         * @default any
                         * @enum {string}
                         */
                        contentType?: "any" | "require";
                        /**
                         * @description Whether the Content-Type of answers names the charset, utf-8.
                         * @default false
                         */
                        charset?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "kv": {
                     *         "putStatus": 200,
                     *         "deleteStatus": 200,
                     *         "deleteMissing": 404,
                     *         "deleteBody": "ok+key",
                     *         "valueMissing": "reject",
                     *         "ttlMissing": "reject",
                     *         "ttlInvalid": "reject",
                     *         "ttlEcho": "clamped",
                     *         "readTtl": "original",
                     *         "createdAtOnUpsert": "kept",
                     *         "createdAtPrecision": "milliseconds",
                     *         "countMisses": true,
                     *         "countRefusedPuts": false,
                     *         "countMissingDeletes": false,
                     *         "storageOf": "key+value",
                     *         "expiredStorage": "counted",
                     *         "defaultLimits": {
                     *           "reads": 1000000,
                     *           "writes": 100000,
                     *           "lists": 10000,
                     *           "storageBytes": 104857600
                     *         },
                     *         "listWithScopedKey": 401,
                     *         "quotaRetryAfter": false,
                     *         "invalidStatus": 400,
                     *         "checkOrder": "quota-first"
                     *       },
                     *       "config": {
                     *         "putStatus": 200,
                     *         "deleteStatus": 200,
                     *         "deleteMissing": 404,
                     *         "deleteBody": "ok+key"
                     *       },
                     *       "auth": {
                     *         "foreignKey": 403,
                     *         "missingNamespace": "first",
                     *         "notOwner": 403,
                     *         "jwt": "verify",
                     *         "jwksFile": null,
                     *         "secret": null,
                     *         "tokenTime": "virtual",
                     *         "ownerClaim": "sub",
                     *         "challenge": false,
                     *         "issuer": null,
                     *         "audience": null,
                     *         "leeway": 0
                     *       },
                     *       "errors": {
                     *         "shape": "flat",
                     *         "codes": {
                     *           "400": null,
                     *           "401": null,
                     *           "403": null,
                     *           "404": null,
                     *           "413": "payload_too_large",
                     *           "5xx": "internal_error"
                     *         }
                     *       },
                     *       "database": {
                     *         "defaultPageSize": 20,
                     *         "maxPageSize": 100,
                     *         "overMax": "clamp",
                     *         "next": "url",
                     *         "createProjectStatus": 201,
                     *         "scopedOut": 403,
                     *         "documentIdInvalid": 400,
                     *         "limitZero": "reject",
                     *         "contentNull": "reject",
                     *         "descriptionNull": "reject",
                     *         "absentMembers": "left-out",
                     *         "unknownMembers": "ignore",
                     *         "sentId": "ignore",
                     *         "rateLimitRetryAfter": true,
                     *         "rateWindow": "fixed",
                     *         "validationStatus": 400,
                     *         "codes": {
                     *           "401": "unauthorized",
                     *           "403": "forbidden",
                     *           "409": "conflict",
                     *           "413": "payload_too_large",
                     *           "429": "rate_limited",
                     *           "5xx": "internal_error"
                     *         }
                     *       },
                     *       "limits": {
                     *         "keyBytes": null,
                     *         "keyCharacters": null,
                     *         "keyStatus": 413,
                     *         "valueBytes": null,
                     *         "bodyBytes": 10485760
                     *       },
                     *       "http": {
                     *         "notShown": 501,
                     *         "contentType": "any",
                     *         "charset": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The key-value store.
                         * @default {}
                         */
                        kv: {
                            /**
                             * @description The status of a successful put of an entry; "201 or 200": 201 for a new key, 200 for one that is replaced.
                             * @default 200
                             * @enum {string|number}
                             */
                            putStatus: 200 | 201 | "201 or 200";
                            /**
                             * @description The status of a successful delete of an entry; a 204 has no body.
                             * @default 200
                             * @enum {number}
                             */
                            deleteStatus: 200 | 204;
                            /**
                             * @description What deleting an entry that is not there answers: a 404, or what a delete answers.
                             * @default 404
                             * @enum {string|number}
                             */
                            deleteMissing: 404 | "ok";
                            /**
                             * @description The body of a successful delete of an entry: {ok, key}, or {ok}.
                             * @default ok+key
                             * @enum {string}
                             */
                            deleteBody: "ok+key" | "ok";
                            /**
                             * @description What a put without value does: it is refused with 400, or stores null.
                             * @default reject
                             * @enum {string}
                             */
                            valueMissing: "reject" | "null";
                            /**
                             * @description What a put without ttlSeconds does: it is refused with 400, or the entry lives for this number of seconds.
                             * @default reject
                             */
                            ttlMissing: "reject" | number;
                            /**
                             * @description What a put whose ttlSeconds is not an integer does: it is refused with 400, or a number is truncated.
                             * @default reject
                             * @enum {string}
                             */
                            ttlInvalid: "reject" | "truncate";
                            /**
                             * @description The ttlSeconds in the answer to a put of fewer than 60: 60, or what was sent.
                             * @default clamped
                             * @enum {string}
                             */
                            ttlEcho: "clamped" | "requested";
                            /**
                             * @description The ttlSeconds in reads and lists: as it was put, or what remains of it, rounded up or down to a second.
                             * @default original
                             * @enum {string}
                             */
                            readTtl: "original" | "remaining" | "remaining-floor";
                            /**
                             * @description Whether a put over a live key keeps its createdAt.
                             * @default kept
                             * @enum {string}
                             */
                            createdAtOnUpsert: "kept" | "renewed";
                            /**
                             * @description The precision of createdAt.
                             * @default milliseconds
                             * @enum {string}
                             */
                            createdAtPrecision: "milliseconds" | "seconds";
                            /**
                             * @description Whether reads that find no key count as reads.
                             * @default true
                             */
                            countMisses: boolean;
                            /**
                             * @description Whether puts that pass the quota, and are refused then, count as writes.
                             * @default false
                             */
                            countRefusedPuts: boolean;
                            /**
                             * @description Whether deletes of missing keys count as deletes.
                             * @default false
                             */
                            countMissingDeletes: boolean;
                            /**
                             * @description What occupies storage: the bytes of keys and of values, or of values alone.
                             * @default key+value
                             * @enum {string}
                             */
                            storageOf: "key+value" | "value";
                            /**
                             * @description Whether expired entries occupy storage until a request meets them.
                             * @default counted
                             * @enum {string}
                             */
                            expiredStorage: "counted" | "freed";
                            /**
                             * @description The limits of namespaces that set none; 0 allows nothing.
                             * @default {}
                             */
                            defaultLimits: {
                                /**
                                 * @description Reads a month.
                                 * @default 1000000
                                 */
                                reads: number;
                                /**
                                 * @description Writes a month.
                                 * @default 100000
                                 */
                                writes: number;
                                /**
                                 * @description Lists a month.
                                 * @default 10000
                                 */
                                lists: number;
                                /**
                                 * @description Bytes stored at a time.
                                 * @default 104857600
                                 */
                                storageBytes: number;
                            };
                            /**
                             * @description What a list with an API key in place of a token answers: this status, or the keys if the scope is read or admin.
                             * @default 401
                             * @enum {string|number}
                             */
                            listWithScopedKey: 401 | 403 | "allow";
                            /**
                             * @description Whether a 429 for a monthly quota has Retry-After, the seconds to the next month.
                             * @default false
                             */
                            quotaRetryAfter: boolean;
                            /**
                             * @description The status of a put whose body is malformed or invalid.
                             * @default 400
                             * @enum {number}
                             */
                            invalidStatus: 400 | 422;
                            /**
                             * @description What an invalid read or put answers once its quota is used up: 429, or what is wrong with the request.
                             * @default quota-first
                             * @enum {string}
                             */
                            checkOrder: "quota-first" | "request-first";
                        };
                        /**
                         * @description The config store.
                         * @default {}
                         */
                        config: {
                            /**
                             * @description The status of a successful put of a config entry; "201 or 200": 201 for a new key, 200 for one that is replaced.
                             * @default 200
                             * @enum {string|number}
                             */
                            putStatus: 200 | 201 | "201 or 200";
                            /**
                             * @description The status of a successful delete of a config entry; a 204 has no body.
                             * @default 200
                             * @enum {number}
                             */
                            deleteStatus: 200 | 204;
                            /**
                             * @description What deleting a config entry that is not there answers: a 404, or what a delete answers.
                             * @default 404
                             * @enum {string|number}
                             */
                            deleteMissing: 404 | "ok";
                            /**
                             * @description The body of a successful delete of a config entry: {ok, key}, or {ok}.
                             * @default ok+key
                             * @enum {string}
                             */
                            deleteBody: "ok+key" | "ok";
                        };
                        /**
                         * @description The credentials of the key-value store and of the config store.
                         * @default {}
                         */
                        auth: {
                            /**
                             * @description The status for an API key of another namespace or store.
                             * @default 403
                             * @enum {number}
                             */
                            foreignKey: 403 | 401 | 404;
                            /**
                             * @description Whether a missing namespace or store is reported before an unknown key (404), or after it (401).
                             * @default first
                             * @enum {string}
                             */
                            missingNamespace: "first" | "after-key";
                            /**
                             * @description The status for the token of somebody who does not own the namespace.
                             * @default 403
                             * @enum {number}
                             */
                            notOwner: 403 | 404;
                            /**
                             * @description What a token needs: a signature that is verified, or the form of a token alone.
                             * @default verify
                             * @enum {string}
                             */
                            jwt: "verify" | "decode";
                            /**
                             * @description A file with the JSON Web Key Set of another provider, whose tokens are taken too; read again as it changes.
                             * @default null
                             */
                            jwksFile: string | null;
                            /**
                             * @description The secret of another provider, whose tokens (HS256, HS384, HS512) are taken too.
                             * @default null
                             */
                            secret: string | null;
                            /**
                             * @description The clock that exp and nbf of tokens are held against; "real" for those of a real provider while the clock is moved.
                             * @default virtual
                             * @enum {string}
                             */
                            tokenTime: "virtual" | "real";
                            /**
                             * @description The claim of a token that names the owner.
                             * @default sub
                             */
                            ownerClaim: string;
                            /**
                             * @description Whether a 401 has WWW-Authenticate.
                             * @default false
                             */
                            challenge: boolean;
                            /**
                             * @description The iss that tokens must have; null: any, or none.
                             * @default null
                             */
                            issuer: string | null;
                            /**
                             * @description The aud that tokens must have; null: any, or none.
                             * @default null
                             */
                            audience: string | null;
                            /**
                             * @description Seconds by which exp and nbf of tokens may be missed.
                             * @default 0
                             */
                            leeway: number;
                        };
                        /**
                         * @description The errors of the key-value store and of the config store.
                         * @default {}
                         */
                        errors: {
                            /**
                             * @description The form of an error: {ok, error: code, message}, {ok, error: {code, message}}, or {ok, code, message}.
                             * @default flat
                             * @enum {string}
                             */
                            shape: "flat" | "nested" | "code";
                            /**
                             * @description Error codes, by status, if the contract has none.
                             * @default {}
                             */
                            codes: {
                                /**
                                 * @description The error code of a 400; null: none.
                                 * @default null
                                 */
                                400: string | null;
                                /**
                                 * @description The error code of a 401; null: none.
                                 * @default null
                                 */
                                401: string | null;
                                /**
                                 * @description The error code of a 403; null: none.
                                 * @default null
                                 */
                                403: string | null;
                                /**
                                 * @description The error code of a 404; null: none.
                                 * @default null
                                 */
                                404: string | null;
                                /**
                                 * @description The error code of a 413; null: none.
                                 * @default payload_too_large
                                 */
                                413: string | null;
                                /**
                                 * @description The error code of a 500, or another status from there; null: none.
                                 * @default internal_error
                                 */
                                "5xx": string | null;
                            };
                        };
                        /**
                         * @description The document database.
                         * @default {}
                         */
                        database: {
                            /**
                             * @description Records on a page if no limit is asked for.
                             * @default 20
                             */
                            defaultPageSize: number;
                            /**
                             * @description The most records on a page.
                             * @default 100
                             */
                            maxPageSize: number;
                            /**
                             * @description What a limit above maxPageSize does: it is cut down to that, or refused with 400.
                             * @default clamp
                             * @enum {string}
                             */
                            overMax: "clamp" | "reject";
                            /**
                             * @description What x-next holds: the whole URL of the next page, its path, or the bare cursor.
                             * @default url
                             * @enum {string}
                             */
                            next: "url" | "path" | "cursor";
                            /**
                             * @description The status of a successful create of a project.
                             * @default 201
                             * @enum {number}
                             */
                            createProjectStatus: 201 | 200;
                            /**
                             * @description The status for a document outside the scope of the key.
                             * @default 403
                             * @enum {number}
                             */
                            scopedOut: 403 | 404;
                            /**
                             * @description The status for a document id that is not an int64.
                             * @default 400
                             * @enum {number}
                             */
                            documentIdInvalid: 400 | 404;
                            /**
                             * @description What limit=0 answers: a 400, or an empty list.
                             * @default reject
                             * @enum {string}
                             */
                            limitZero: "reject" | "empty";
                            /**
                             * @description What a create with content null does: it is refused with 400, or done as if there were none.
                             * @default reject
                             * @enum {string}
                             */
                            contentNull: "reject" | "accept";
                            /**
                             * @description What a create with description null does: it is refused with 400, or done as if there were none.
                             * @default reject
                             * @enum {string}
                             */
                            descriptionNull: "reject" | "accept";
                            /**
                             * @description What a content or description that a record does not have is in answers.
                             * @default left-out
                             * @enum {string}
                             */
                            absentMembers: "left-out" | "null";
                            /**
                             * @description What a create does with members that the contract does not show.
                             * @default ignore
                             * @enum {string}
                             */
                            unknownMembers: "ignore" | "reject";
                            /**
                             * @description What a create does with an id in its body.
                             * @default ignore
                             * @enum {string}
                             */
                            sentId: "ignore" | "reject";
                            /**
                             * @description Whether a 429 for the rate limit has Retry-After.
                             * @default true
                             */
                            rateLimitRetryAfter: boolean;
                            /**
                             * @description Whether the windows of the rate limit are fixed, or end with each request.
                             * @default fixed
                             * @enum {string}
                             */
                            rateWindow: "fixed" | "sliding";
                            /**
                             * @description The status that comes with validation_error.
                             * @default 400
                             * @enum {number}
                             */
                            validationStatus: 400 | 422;
                            /**
                             * @description Error codes, by status, if the contract has none.
                             * @default {}
                             */
                            codes: {
                                /**
                                 * @description The error code of a 401.
                                 * @default unauthorized
                                 */
                                401: string;
                                /**
                                 * @description The error code of a 403.
                                 * @default forbidden
                                 */
                                403: string;
                                /**
                                 * @description The error code of a 409.
                                 * @default conflict
                                 */
                                409: string;
                                /**
                                 * @description The error code of a 413.
                                 * @default payload_too_large
                                 */
                                413: string;
                                /**
                                 * @description The error code of a 429.
                                 * @default rate_limited
                                 */
                                429: string;
                                /**
                                 * @description The error code of a 500, or another status from there.
                                 * @default internal_error
                                 */
                                "5xx": string;
                            };
                        };
                        /**
                         * @description Sizes, for all of the services; null: no limit.
                         * @default {}
                         */
                        limits: {
                            /**
                             * @description The longest key, in bytes of UTF-8; none has more than 8000 characters.
                             * @default null
                             */
                            keyBytes: number | null;
                            /**
                             * @description The characters that keys may have, and ranges of them, such as "A-Za-z0-9_.:-"; null: any.
                             * @default null
                             */
                            keyCharacters: string | null;
                            /**
                             * @description The status for a key that is too long or has other characters.
                             * @default 413
                             * @enum {number}
                             */
                            keyStatus: 413 | 400 | 404 | 414;
                            /**
                             * @description The longest value, in bytes of its JSON text; a longer one answers 413.
                             * @default null
                             */
                            valueBytes: number | null;
                            /**
                             * @description The longest request body, in bytes, null: 64 MiB; a longer one answers 413.
                             * @default 10485760
                             */
                            bodyBytes: number | null;
                        };
                        /**
                         * @description HTTP, for all of the services.
                         * @default {}
                         */
                        http: {
                            /**
                             * @description The status for what the contract does not show; 405: for a method, with Allow, and 404 for a path.
                             * @default 501
                             * @enum {number}
                             */
                            notShown: 501 | 404 | 405;
                            /**
                             * @description Whether request bodies may have any Content-Type, or must be JSON (else 415).
                             * @default any
                             * @enum {string}
                             */
                            contentType: "any" | "require";
                            /**
                             * @description Whether the Content-Type of answers names the charset, utf-8.
                             * @default false
                             */
                            charset: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrInvalidProfile"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenHostOrForbiddenOrigin"];
            413: components["responses"]["TooLarge"];
        };
    };
}
