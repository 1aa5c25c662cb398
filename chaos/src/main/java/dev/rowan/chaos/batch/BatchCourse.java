package dev.rowan.chaos.batch;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/// The behaviour of a batch service in a crash test (docs/simulator.md).
public enum BatchCourse {
    /// No faults besides the crashes.
    QUICK,
    /// Replies to creations are lost, listings and batches appear late, lines are missing, duplicated, unknown and
    /// malformed, rows fail, downloads are cut off.
    TROUBLED,
    /// A lost creation often results in two batches.
    DOUBLED,
    /// Every second batch expires when some of its rows are done.
    EXPIRING,
    /// Every second batch times out and is cancelled when some of its rows are done.
    SLOW,
    /// The quota allows one or two batches: others fail late, or are refused immediately.
    CROWDED;

    private static final int MAX_LAG = 240;

    /// The job timeout.
    String timeout() {
        return this == SLOW ? "590s" : "48h";
    }

    Map<String, Object> settings(BatchProvider provider, long seed) {
        if (this == QUICK) {
            return Map.of("seed", seed, "batch", Map.of("running", "90s"));
        }
        var random = new SplittableRandom(seed * 31 + name().hashCode());
        var batch = new HashMap<String, Object>();
        batch.put("running", "5m");
        batch.put("validating", "20s");
        batch.put("cancelling", "40s");
        batch.put("list_lag", random.nextInt(1, MAX_LAG + 1) + "s");
        batch.put("get_lag", random.nextInt(1, 80) + "s");
        var faults = new HashMap<String, Object>();
        faults.put("status:503:none", 0.02);
        if (this != DOUBLED) {
            String create = provider.word() + "_batch_create/";
            faults.put(create + "lost_reply", 0.25);
            faults.put(create + "failed_reply:504", 0.1);
        }
        switch (this) {
            case EXPIRING -> {
                batch.put("slow", 0.5);
                batch.put("window", "600s");
            }
            case SLOW -> batch.put("slow", 0.5);
            case CROWDED -> batch.putAll(Map.of("enqueued_tokens", 200, "queued_requests", 8));
            case TROUBLED -> trouble(provider, batch, faults);
            case QUICK, DOUBLED -> {}
        }
        return Map.of("seed", seed, "fault_attempts", 1, "faults", faults, "batch", batch);
    }

    private static void trouble(BatchProvider provider, Map<String, Object> batch, Map<String, Object> faults) {
        batch.put("row_faults", Map.of("status:500", 0.04));
        batch.put("lines", Map.of("missing", 0.03, "duplicate", 0.04, "unknown", 0.04, "bad", 0.03));
        faults.put(provider.download() + "/reset:300", 0.15);
        faults.put(provider.download() + "/truncate", 0.15);
        faults.put(provider.upload() + "/lost_reply", 0.1);
        faults.put(provider.word() + "_batch_get/lost_reply", 0.1);
    }

    /// A service without faults.
    static Map<String, Object> calm(long seed) {
        return Map.of("seed", seed, "batch", Map.of("running", "1m"));
    }
}
