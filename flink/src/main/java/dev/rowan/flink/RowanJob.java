package dev.rowan.flink;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.streaming.api.datastream.AsyncDataStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/// Builds the job of a run: a source of split numbers, and an asynchronous function that runs them. No edge joins
/// subtasks, so that each fails and restarts alone.
///
/// Arguments: the run's id, its epoch, the number of splits, the parallelism, `run.stop_grace` in milliseconds.
public final class RowanJob {
    /// How many splits of a subtask overlap at most.
    private static final int MAX_SPLITS_AT_ONCE = 4;

    /// In a row; a restart fails while the landscape is unreachable.
    private static final int MAX_RESTARTS = 100;

    /// How long a stopped worker may take beyond `run.stop_grace` to close its chain.
    private static final Duration CLOSING = Duration.ofMinutes(9);

    private RowanJob() {}

    public static void main(String[] arguments) throws Exception {
        String runId = arguments[0];
        int epoch = Integer.parseInt(arguments[1]);
        int splits = Integer.parseInt(arguments[2]);
        int parallelism = Integer.parseInt(arguments[3]);
        var stopGrace = Duration.ofMillis(Long.parseLong(arguments[4]));
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.getExecutionEnvironment(configuration(stopGrace));
        environment.setParallelism(parallelism);
        environment.setMaxParallelism(parallelism);
        DataStream<Integer> numbers =
                environment.fromSource(new SplitSource(splits), WatermarkStrategy.noWatermarks(), "splits", Types.INT);
        AsyncDataStream.unorderedWait(
                        numbers,
                        new SplitFunction(runId, epoch),
                        0,
                        TimeUnit.MILLISECONDS,
                        splitsAtOnce(splits, parallelism))
                .returns(Types.INT)
                .name("worker")
                .sinkTo(new DiscardingSink<>())
                .name("done");
        environment.execute("rowan " + runId);
    }

    /// So few that every subtask gets its share. A subtask takes one more, which waits.
    static int splitsAtOnce(int splits, int parallelism) {
        return Math.clamp(Math.ceilDiv(splits, parallelism) - 1, 1, MAX_SPLITS_AT_ONCE);
    }

    /// Flink ends the process of a task that takes longer to stop than its limit, and all other tasks with it.
    static Configuration configuration(Duration stopGrace) {
        var configuration = new Configuration();
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "exponential-delay");
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF, Duration.ofSeconds(1));
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF, Duration.ofSeconds(10));
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_RESET_BACKOFF_THRESHOLD,
                Duration.ofSeconds(60));
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_ATTEMPTS, MAX_RESTARTS);
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(5));
        configuration.set(TaskManagerOptions.TASK_CANCELLATION_TIMEOUT, stopGrace.plus(CLOSING));
        return configuration;
    }
}
