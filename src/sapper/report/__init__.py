"""Results to look at: tables, plots and pages."""
