package dev.rowan.engine.plan;

import dev.rowan.api.call.Call;
import dev.rowan.api.plugin.CallPlanner.Plan;
import java.util.List;

/// Whether two plans send the same requests.
final class PlanComparison {
    private PlanComparison() {}

    static boolean of(Plan one, Plan other) {
        return switch (one) {
            case Plan.Sends(var calls) -> other instanceof Plan.Sends(var others) && same(calls, others);
            case Plan.Ends ends -> ends.equals(other);
        };
    }

    private static boolean same(List<Call> calls, List<Call> others) {
        boolean same = calls.size() == others.size();
        for (int i = 0; same && i < calls.size(); i++) {
            same = calls.get(i).number() == others.get(i).number()
                    && calls.get(i).request().equals(others.get(i).request());
        }
        return same;
    }
}
