"""What several tests share: samples, players, terminals and faults. No test lives here."""
