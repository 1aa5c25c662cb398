package dev.rowan.flink;

import dev.rowan.api.CallScope;
import dev.rowan.api.config.ConfigException;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.engine.run.SplitWorker;
import dev.rowan.engine.split.SplitListener;
import dev.rowan.engine.split.SplitQueue;
import dev.rowan.landscape.RunRefusedException;
import dev.rowan.landscape.record.WriterId;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.streaming.api.functions.async.ResultFuture;
import org.apache.flink.streaming.api.functions.async.RichAsyncFunction;
import org.jspecify.annotations.Nullable;

/// Runs splits as writer `subtask + 1` of the run. One worker per attempt of the subtask; its thread belongs to
/// `scope`. Called by the task's thread.
final class SplitFunction extends RichAsyncFunction<Integer, Integer> {
    private static final long serialVersionUID = 1L;

    private final String runId;
    private final int epoch;
    private transient @Nullable WorkerSetup setup;
    private transient @Nullable SplitQueue queue;
    private transient @Nullable SplitWorker worker;
    private transient @Nullable CallScope scope;
    private transient @Nullable FutureTask<Void> running;
    private transient @Nullable AtomicInteger inProgress;

    SplitFunction(String runId, int epoch) {
        this.runId = runId;
        this.epoch = epoch;
    }

    @Override
    public void open(OpenContext context) throws Exception {
        try {
            getRuntimeContext().registerUserCodeClassLoaderReleaseHookIfAbsent("rowan", WorkerSetup::releaseDriver);
            WorkerSetup opened = WorkerSetup.of(runId);
            setup = opened;
            var id =
                    new WriterId(runId, epoch, getRuntimeContext().getTaskInfo().getIndexOfThisSubtask() + 1);
            var splits = new SplitQueue();
            SplitWorker started = opened.worker(id, splits);
            CallScope threads = CallScope.openPlatform("rowan-worker-" + id.writer());
            running = threads.fork(() -> {
                started.run();
                return null;
            });
            queue = splits;
            worker = started;
            scope = threads;
            inProgress = new AtomicInteger();
        } catch (PluginException | ConfigException wrong) {
            throw new SuppressRestartsException(wrong);
        }
    }

    @Override
    public void asyncInvoke(Integer number, ResultFuture<Integer> result) {
        WorkerSetup opened = require(setup);
        AtomicInteger count = require(inProgress);
        count.incrementAndGet();
        require(queue).submit(opened.plan().splits().get(number), new SplitListener() {
            @Override
            public void done() {
                count.decrementAndGet();
                result.complete(List.of(number));
            }

            // The record says that it is not done: the owner of the run starts another job for it.
            @Override
            public void postponed() {
                done();
            }

            @Override
            public void failed(Throwable why) {
                result.completeExceptionally(marked(why));
            }
        });
    }

    /// The failure; marked as final if another attempt would fail in the same way.
    static Throwable marked(Throwable why) {
        for (Throwable cause = why; cause != null; cause = cause.getCause()) {
            if (cause instanceof PluginException
                    || cause instanceof ConfigException
                    || cause instanceof RunRefusedException) {
                return new SuppressRestartsException(why);
            }
        }
        return why;
    }

    /// At the end of the input all splits are done, and the worker closes its chain. Otherwise the task fails or is
    /// cancelled: answers in flight are stored, and splits that are not done are run again elsewhere.
    @Override
    public void close() throws Exception {
        try (CallScope threads = scope;
                WorkerSetup opened = setup) {
            if (queue == null || worker == null || running == null || inProgress == null) {
                return;
            }
            queue.end();
            if (inProgress.get() > 0) {
                worker.interrupt("the Flink task, which has ended");
            }
            await(running);
        } catch (ExecutionException failed) {
            if (require(inProgress).get() == 0) {
                throw marked(failed) instanceof SuppressRestartsException last ? last : failed;
            }
        }
    }

    /// Waits for the worker's end, which `run.stop_grace` bounds. Flink interrupts the thread of a cancelled task.
    private static void await(FutureTask<Void> running) throws ExecutionException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    running.get();
                    return;
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static <T> T require(@Nullable T opened) {
        if (opened == null) {
            throw new IllegalStateException("the function is not open");
        }
        return opened;
    }
}
