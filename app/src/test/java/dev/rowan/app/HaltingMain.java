package dev.rowan.app;

import dev.rowan.cli.Main;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/// The real program, except that it dies without a word when it reaches a given point: `java … HaltingMain
/// 17 run FILE`. The number is of all points, in the order in which its threads reach them; 0 means never.
final class HaltingMain {
    /// The exit code of a process after `kill -9`.
    static final int KILLED = 137;

    private HaltingMain() {}

    public static void main(String... args) {
        long last = Long.parseLong(args[0]);
        var reached = new AtomicLong();
        Main.end(
                _ -> {
                    if (reached.incrementAndGet() == last) {
                        Runtime.getRuntime().halt(KILLED);
                    }
                },
                Arrays.copyOfRange(args, 1, args.length));
    }
}
