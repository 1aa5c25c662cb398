package dev.rowan.landscape.verify;

import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.RunEvents;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// I13: a batch job has exactly the items of its plan, is created only after a recorded intent, is settled only
/// when every item has an end, and shares its batch with no other job. Keeps a few numbers per job. Owned by one
/// thread.
final class BatchCheck {
    private static final int INTENT_JOB = EventTable.CALL_INTENT.indexOf("job");
    private static final int INTENT_ITEM = EventTable.CALL_INTENT.indexOf("item");
    private static final int END_JOB = EventTable.CALL_END.indexOf("job");
    private static final int STEP = EventTable.BATCH_JOB.indexOf("step");
    private static final int FACTS = EventTable.BATCH_JOB.indexOf("facts");
    private static final List<String> COUNTS = List.of("succeeded", "errored", "expired", "cancelled", "missing");

    private final Findings findings;
    private final Map<Long, Job> jobs = new HashMap<>();
    private final Map<String, Long> batches = new HashMap<>();
    private @Nullable Job planning;

    BatchCheck(Findings findings) {
        this.findings = findings;
    }

    /// The state of one job.
    private static final class Job {
        private final long number;
        private boolean planned;
        private long items;
        private long nextItem;
        private long intents;
        private long ends;
        private long createIntents;
        private long created;
        private String provider = "";

        Job(long number) {
            this.number = number;
        }
    }

    void next(StoredEvent event) {
        switch (event.table()) {
            case CALL_INTENT -> {
                if (event.facts()[INTENT_JOB] == null) {
                    planEnded();
                } else {
                    item(job(event.number(INTENT_JOB)), event.number(INTENT_ITEM));
                }
            }
            case CALL_END -> {
                planEnded();
                if (event.facts()[END_JOB] != null) {
                    job(event.number(END_JOB)).ends++;
                }
            }
            case BATCH_JOB ->
                step(
                        job(event.number(0)),
                        String.valueOf(event.facts()[STEP]),
                        RecordedJson.object(String.valueOf(event.facts()[FACTS])));
            case RUN_EVENT -> {
                if (!event.isOf(RunEvents.HEAD)) {
                    planEnded();
                }
            }
            case ROW_READ, NODE_STATE, OUTCOME, CALL_PARKED, CALL_REUSED, GROUP_END -> planEnded();
        }
    }

    private Job job(long number) {
        return jobs.computeIfAbsent(number, Job::new);
    }

    private void item(Job job, long item) {
        if (planning != job) {
            planEnded();
            if (job.planned || job.intents > 0) {
                findings.add("I13", "job " + job.number + " gets item " + item + " after it was planned");
            } else {
                planning = job;
            }
        }
        if (item != job.nextItem) {
            findings.add("I13", "job " + job.number + " has item " + item + " where item " + job.nextItem + " belongs");
        }
        job.nextItem = item + 1;
        job.intents++;
    }

    private void step(Job job, String step, Map<String, @Nullable Object> facts) {
        if (facts.get("provider") instanceof String provider) {
            job.provider = provider;
        }
        if (step.equals("planned")) {
            planned(job, RecordedJson.number(facts.get("items")));
            return;
        }
        planEnded();
        if (!job.planned) {
            findings.add("I13", "job " + job.number + " comes to the step " + step + ", but was never planned");
        }
        switch (step) {
            case "create_intent" -> job.createIntents++;
            case "created" -> {
                job.created++;
                created(job, step, job.created <= job.createIntents);
            }
            case "adopted" -> created(job, step, job.createIntents > 0);
            case "settled" -> settled(job, facts);
            default -> {
                // irrelevant to this rule
            }
        }
        batch(job, facts);
    }

    private void planned(Job job, long items) {
        if (planning != job) {
            planEnded();
            planning = job;
        }
        if (job.planned) {
            findings.add("I13", "job " + job.number + " is planned twice");
        }
        job.planned = true;
        job.items = items;
    }

    /// Any other event ends the plan being recorded, complete or not.
    private void planEnded() {
        Job job = planning;
        planning = null;
        if (job == null) {
            return;
        }
        if (!job.planned) {
            findings.add(
                    "I13", "job " + job.number + " has " + job.intents + " items, but no step `planned` with them");
        } else if (job.intents != job.items) {
            findings.add(
                    "I13",
                    "job " + job.number + " was planned with " + job.items + " items, and " + job.intents
                            + " are recorded with it");
        }
    }

    private void created(Job job, String step, boolean intended) {
        if (!intended) {
            findings.add("I13", "job " + job.number + " is " + step + ", but there was no create_intent for that");
        }
    }

    private void settled(Job job, Map<String, @Nullable Object> facts) {
        if (job.ends != job.intents) {
            findings.add(
                    "I13",
                    "job " + job.number + " is settled with " + job.ends + " ends of its " + job.intents + " items");
        }
        Map<String, @Nullable Object> counts =
                facts.get("counts") == null ? Map.of() : RecordedJson.map(facts.get("counts"));
        long sum = COUNTS.stream()
                .mapToLong(count -> counts.get(count) == null ? 0 : RecordedJson.number(counts.get(count)))
                .sum();
        if (sum != job.items) {
            findings.add(
                    "I13",
                    "job " + job.number + " is settled with counts that add up to " + sum + ", and has " + job.items
                            + " items");
        }
    }

    private void batch(Job job, Map<String, @Nullable Object> facts) {
        if (facts.get("batch_id") instanceof String id) {
            Long owner = batches.putIfAbsent(job.provider + "\n" + id, job.number);
            if (owner != null && owner != job.number) {
                findings.add("I13", "job " + job.number + " has the batch " + id + " of job " + owner);
            }
        }
    }

    void end() {
        planEnded();
    }
}
