package dev.rowan.engine.pool;

/// How the task at `index` of a batch ended.
sealed interface Ended<R> {

    record WithResult<R>(long index, PooledResult<R> result) implements Ended<R> {}

    record ByThrowing<R>(Throwable thrown) implements Ended<R> {}

    /// Runs a task to its end. What it throws is kept for the one who gathers the batch.
    static <R> Ended<R> of(long index, TaskWalk<R> walk) {
        try {
            return new WithResult<>(index, walk.run());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return new ByThrowing<>(interrupted);
        } catch (RuntimeException | Error thrown) {
            return new ByThrowing<>(thrown);
        }
    }
}
