#!/usr/bin/env python3
"""bench/delay.py FROM TO MS: passes on what comes at one Unix socket to another, and the answers
back, each half of MS later, in order, however much comes meanwhile: a network of that round trip
between them. Prints a line once it listens; ends with its input."""

import asyncio
import os
import sys


async def carry(reader, writer, seconds):
    loop, line = asyncio.get_running_loop(), asyncio.Queue()

    async def deliver():
        while True:
            due, data = await line.get()
            await asyncio.sleep(due - loop.time())
            if not data:
                writer.close()
                return
            writer.write(data)

    end = asyncio.ensure_future(deliver())
    data = True
    while data:
        try:
            data = await reader.read(1 << 16)
        except ConnectionError:
            data = b""
        line.put_nowait((loop.time() + seconds, data))
    await end


async def main(here, there, ms):
    async def serve(reader, writer):
        beyond = await asyncio.open_unix_connection(there)
        await asyncio.gather(carry(reader, beyond[1], ms / 2e3), carry(beyond[0], writer, ms / 2e3))

    server = await asyncio.start_unix_server(serve, here)
    print("ready", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    server.close()
    os._exit(0)  # whatever is still under way


asyncio.run(main(sys.argv[1], sys.argv[2], float(sys.argv[3])))
