package dev.rowan.api;

import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The program of [CallScopeMemoryTest]: threads of a scope finish while the heap is full to the last object, then
/// the scope is closed. Prints `closed` when that has returned.
final class FullHeap {
    private static volatile boolean full;
    private static @Nullable Object @Nullable [] held;

    private FullHeap() {}

    public static void main(String... args) throws InterruptedException {
        Function<String, CallScope> open = args[0].equals("virtual") ? CallScope::open : CallScope::openPlatform;
        CallScope scope = open.apply("test");
        var threads = new Thread[args[0].equals("virtual") ? 1 : 4]; // a spinning virtual thread keeps its carrier
        for (int i = 0; i < threads.length; i++) {
            threads[i] = start(scope);
        }
        fill();
        full = true;
        for (int i = 0; i < threads.length; i++) {
            while (threads[i].isAlive()) {
                Thread.onSpinWait(); // nothing else can be had without memory
            }
        }
        held = null;
        scope.close();
        System.out.println("closed");
    }

    private static Thread start(CallScope scope) throws InterruptedException {
        var started = new Thread[1];
        var lock = new CountDownLatch(1);
        scope.start(() -> {
            started[0] = Thread.currentThread();
            lock.countDown();
            while (!full) {
                Thread.onSpinWait();
            }
        });
        lock.await();
        return started[0];
    }

    private static void fill() {
        int size = 1 << 20;
        while (size > 0) {
            try {
                held = new Object[] {held, new byte[size]};
            } catch (OutOfMemoryError _) {
                size /= 2;
            }
        }
    }
}
