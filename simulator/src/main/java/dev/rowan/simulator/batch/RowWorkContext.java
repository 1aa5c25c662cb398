package dev.rowan.simulator.batch;

import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.service.Models;

/// What rows are worked by: the job's seed for ids and chance, the simulator's for answers, the models that exist, and
/// the settings of the time when the job was made.
public record RowWorkContext(
        BatchAccount account, RowWork work, Seed seed, Seed voice, Models models, BatchSimulationSettings settings) {}
