package dev.rowan.app;

import dev.rowan.cli.Main;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/// The real program, except that the thread which reaches a given point dies there by an error of the
/// machine: `java … DyingMain 17 run FILE`. Points are numbered as in [HaltingMain].
final class DyingMain {
    private DyingMain() {}

    public static void main(String... args) {
        long last = Long.parseLong(args[0]);
        var reached = new AtomicLong();
        Main.end(
                _ -> {
                    if (reached.incrementAndGet() == last) {
                        throw new InternalError("of a test");
                    }
                },
                Arrays.copyOfRange(args, 1, args.length));
    }
}
